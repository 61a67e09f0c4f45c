import { expect, test } from "vitest";
import type { Decision } from "#server/insight/learning/decision.ts";
import { ruleInsights } from "#server/insight/learning/rule-insights.ts";
import { wilsonInterval } from "#server/insight/learning/wilson.ts";

const RULES = [
  { id: "1", name: "Budget", keywords: ["budget"], scoreWeight: 20, isActive: true },
  { id: "2", name: "Demo", keywords: ["demo"], scoreWeight: 20, isActive: true },
  { id: "3", name: "Asleep", keywords: ["x"], scoreWeight: 20, isActive: false },
  { id: "4", name: "Finds nothing", keywords: ["y"], scoreWeight: 20, isActive: true },
];

function decision(id: string, isPositive: boolean, found: readonly string[]): Decision {
  const parts = found.map((ruleId) => ({ ruleId, keyword: ruleId, points: 20 }));
  const nothing = { source: "manual", missing: [], ageDays: null, isFreeMail: null, texts: [], ownNames: [] };
  return { id, name: id, isPositive, parts, ...nothing };
}

test("each active rule has its reach, precision, lift and number of decided leads", () => {
  const decisions = [
    decision("a", true, ["1", "2"]),
    decision("b", true, ["1", "2"]),
    decision("c", false, ["1"]),
    decision("d", false, []),
  ];
  const [budget, demo, nothing, ...more] = ruleInsights(decisions, RULES, 30);
  expect(more).toEqual([]);
  expect(budget).toEqual({
    ruleId: "1",
    name: "Budget",
    found: 3,
    reach: 0.75,
    precision: 2 / 3,
    ...wilsonInterval(2, 3),
    lift: 2 / 3 / 0.5,
    // 40 points reach 30, and 20 would not.
    decisive: 2,
  });
  expect(demo).toMatchObject({ found: 2, reach: 0.5, precision: 1, lift: 2, decisive: 2 });
  expect(nothing).toMatchObject({ found: 0, reach: 0, precision: null, lift: null, low: 0, high: 1, decisive: 0 });
});

test("without decisions, rules have no insights", () => {
  expect(ruleInsights([], RULES, 30).map(({ found, precision, lift }) => ({ found, precision, lift }))).toEqual(
    Array.from({ length: 3 }, () => ({ found: 0, precision: null, lift: null })),
  );
});
