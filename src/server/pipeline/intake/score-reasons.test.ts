import { expect, test } from "vitest";
import { scoreWithReasons } from "#server/pipeline/intake/score-reasons.ts";

function part(ruleId: string, ruleName: string, points: number) {
  return { ruleId, ruleName, points, keyword: "demo", field: "notes", start: 0, end: 4 };
}

test("adds up the points of a rule and names the strongest first, however they count", () => {
  const parts = [part("1", "Trade", 15), part("2", "Intent", 20), part("3", "Student", -30), part("2", "Intent", 20)];
  expect(scoreWithReasons(25, parts)).toBe("Score 25 (Intent 40, Student -30, Trade 15)");
});

test("counts unnamed ones, distinguishes rules of one name, and omits those without points", () => {
  const parts = [1, 2, 3, 4, 5].map((id) => part(String(id), "Rule", id === 5 ? 0 : 5));
  expect(scoreWithReasons(20, parts)).toBe("Score 20 (Rule 5, Rule 5, Rule 5 and 1 more)");
  expect(scoreWithReasons(0, [])).toBe("Score 0");
});
