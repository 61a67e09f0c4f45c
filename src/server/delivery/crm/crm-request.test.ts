import { expect, test } from "vitest";
import { crmFailure } from "#server/delivery/crm/crm-request.ts";

test.each([
  [400, "Property 'industry' is unknown", "refused", "correct the lead or choose other fields under Integrations."],
  [400, "operation performed with inactive owner [005]", "refused", "choose other owners under Integrations."],
  [402, "", "access", "grant it access to read and write there."],
  [423, "The contact is locked", "unavailable", "Winnow tries again."],
  [477, "", "unavailable", "Winnow tries again."],
  [502, "", "unavailable", "Winnow tries again."],
])("a CRM's answer %i %j is %s: %s", (status, said, kind, fix) => {
  const { message, ...failure } = crmFailure("hubspot", { status, body: null, headers: {} }, said);
  expect(failure.kind).toBe(kind);
  expect(message.endsWith(fix)).toBe(true);
});
