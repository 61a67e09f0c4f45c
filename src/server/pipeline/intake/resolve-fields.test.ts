import { expect, test } from "vitest";
import { DEFAULT_RULE } from "#shared/contract/rule.ts";
import { resolveFields, type ScoredField } from "#server/pipeline/intake/resolve-fields.ts";
import { compileRuleset, type ScoringRule } from "#server/pipeline/intake/ruleset.ts";
import { scoreLead } from "#server/pipeline/intake/score-lead.ts";
import { withAddressQuality } from "#server/pipeline/intake/lead-text.ts";
import { sampleLead } from "#test/sample-lead.ts";

const FIELDS: ScoredField[] = [
  { id: "4", key: "tier", kind: "choice" },
  { id: "5", key: "budget", kind: "number" },
];
const lead = withAddressQuality(
  sampleLead({
    notes: "",
    customFields: [
      { id: 4, value: "Gold" },
      { id: 5, value: 700 },
      { id: 6, value: "Gold 700" },
    ],
  }),
);

function pointsOf(more: Partial<ScoringRule>, fields = FIELDS): number {
  const rule: ScoringRule = {
    ...DEFAULT_RULE,
    id: "1",
    name: "Rule",
    keywords: ["gold", "700"],
    scoreWeight: 7,
    ...more,
  };
  return scoreLead(lead, compileRuleset(resolveFields([rule], fields)), "2026-05-01").score;
}

test("keywords are searched in texts of existing custom fields", () => {
  expect(pointsOf({})).toBe(7);
  expect(pointsOf({}, [])).toBe(0);
  expect(pointsOf({ fields: ["field:tier"] })).toBe(7);
  expect(pointsOf({ fields: ["notes", "field:tier"] })).toBe(7);
  expect(pointsOf({ fields: ["notes"] })).toBe(0);
  expect(pointsOf({ mode: "exact", keywords: ["Gold"] })).toBe(7);
  expect(pointsOf({ mode: "regex", keywords: ["^G.ld$"] })).toBe(7);
});

test("rules that only name missing or unfitting fields match nothing", () => {
  expect(pointsOf({ fields: ["field:budget"] })).toBe(0);
  expect(pointsOf({ fields: ["field:6", "field:none"] })).toBe(0);
  const condition = { mode: "condition" as const, keywords: ["filled in", "at least 100"] };
  expect(pointsOf({ ...condition, fields: ["field:budget"] })).toBe(14);
  expect(pointsOf({ ...condition, fields: ["field:tier"] })).toBe(7);
  expect(pointsOf({ ...condition, fields: ["field:none"] })).toBe(0);
  expect(pointsOf({ ...condition, fields: [] })).toBe(0);
  expect(pointsOf({ ...condition, keywords: ["empty"], fields: ["field:none"] })).toBe(0);
});
