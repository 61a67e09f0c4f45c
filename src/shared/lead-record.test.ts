import { expect, test } from "vitest";
import { type ScorePart, scorePartsOf, storedScoreParts } from "#shared/lead-record.ts";

const PART: ScorePart = {
  ruleId: "1",
  ruleName: "Intent",
  keyword: "demo",
  field: "notes",
  start: 4,
  end: 8,
  points: 20,
};
const PARTS: ScorePart[] = [
  PART,
  { ...PART, full: 30 },
  { ...PART, points: 0, full: 0, isCondition: true },
  { ...PART, isCondition: true },
];

test("reads the parts of a score as they were stored, keys in the same order", () => {
  const text = storedScoreParts(PARTS);
  expect(JSON.stringify(scorePartsOf(text))).toBe(JSON.stringify(PARTS));
  expect(text).not.toContain("ruleName");
});

test("reads parts that an earlier version stored", () => {
  expect(scorePartsOf(JSON.stringify(PARTS))).toEqual(PARTS);
});
