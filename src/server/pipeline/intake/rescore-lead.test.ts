import { expect, test } from "vitest";
import { rescoreRestored } from "#server/pipeline/intake/rescore-lead.ts";
import { compileRuleset } from "#server/pipeline/intake/ruleset.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { sampleLead } from "#test/sample-lead.ts";

const NOW = "2026-05-03T00:00:00.000Z";

test("a lead that version 0.1 deleted gets the fields that were added since", () => {
  const scoring = { ruleset: compileRuleset([]), threshold: 30, now: NOW, today: NOW, fields: [] };
  const { nextStep, ownerId, owner, ownerSetBy, tagMarks, customFields, ...earlier } = sampleLead();
  const added = { nextStep, ownerId, owner, ownerSetBy, tagMarks, customFields };
  expect(rescoreRestored(earlier as StoredLead, scoring)).toMatchObject({ ...added, status: "pending", score: 0 });
});
