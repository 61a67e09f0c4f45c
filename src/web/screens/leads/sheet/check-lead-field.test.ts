import { expect, test } from "vitest";
import { LIMITS } from "#shared/limits.ts";
import { checkLeadField } from "#web/screens/leads/sheet/check-lead-field.ts";

test.each([
  ["name", " Ada ", { value: "Ada" }],
  ["name", "  ", { error: "Name is required" }],
  ["email", "", { value: "" }],
  ["company", "", { value: "" }],
  ["phone", " +44 20 ", { value: "+44 20" }],
  ["email", "x".repeat(LIMITS.lead.emailLength + 1), { error: `At most ${LIMITS.lead.emailLength} characters` }],
] as const)("%s as %j gives %j", (field, text, checked) => {
  expect(checkLeadField(field, text)).toEqual(checked);
});
