import { describe, expect, it } from "vitest";
import type { LeadStatus } from "#shared/lead-status.ts";
import { addRuleShares, type RuleShare } from "#server/features/rules/rule-shares.ts";

/** The points of leads by rule, each as its status, its score and its parts as [rule, points]. */
function shares(leads: [LeadStatus, number, [string, number][]][], threshold = 30): Record<string, RuleShare> {
  const found = new Map<string, RuleShare>();
  const scored = leads.map(([status, score, parts]) => ({
    status,
    score,
    parts: parts.map(([ruleId, points]) => ({ ruleId, points })),
  }));
  addRuleShares(found, scored, threshold);
  return Object.fromEntries(found);
}

const none = { leads: 0, points: 0, qualified: 0, decisive: 0 };

describe("addRuleShares", () => {
  it("counts a lead once for a rule that matched several keywords", () => {
    expect(
      shares([
        [
          "pending",
          25,
          [
            ["1", 10],
            ["2", 5],
            ["1", 10],
          ],
        ],
      ]),
    ).toEqual({ "1": { ...none, leads: 1, points: 20 }, "2": { ...none, leads: 1, points: 5 } });
  });

  it.each<[string, LeadStatus, number, [string, number][], number]>([
    ["brings a lead to the threshold", "qualified", 30, [["1", 30]], 1],
    [
      "does so with all its keywords together",
      "approved",
      30,
      [
        ["1", 15],
        ["1", 15],
      ],
      1,
    ],
    [
      "is one of two that are needed",
      "qualified",
      30,
      [
        ["1", 20],
        ["2", 10],
      ],
      1,
    ],
    [
      "is not needed",
      "qualified",
      60,
      [
        ["1", 30],
        ["2", 30],
      ],
      0,
    ],
    [
      "is not needed below the cap",
      "qualified",
      100,
      [
        ["1", 90],
        ["2", 90],
      ],
      0,
    ],
    ["brings a lead there that a person rejected", "rejected", 30, [["1", 30]], 0],
    ["has points of a lead below that a person qualified", "qualified", 20, [["1", 20]], 0],
  ])("reports whether a rule is decisive that %s", (_, status, score, parts, decisive) => {
    expect(shares([[status, score, parts]])["1"]?.decisive).toBe(decisive);
  });

  it("finds none decisive where everything qualifies", () => {
    expect(shares([["qualified", 10, [["1", 10]]]], 0)["1"]).toEqual({
      leads: 1,
      points: 10,
      qualified: 1,
      decisive: 0,
    });
  });

  it("never goes below 0, whatever rules subtract", () => {
    const found = shares(
      [
        [
          "qualified",
          0,
          [
            ["1", 20],
            ["2", -20],
          ],
        ],
      ],
      0,
    );
    expect([found["1"]?.decisive, found["2"]]).toEqual([0, { leads: 1, points: -20, qualified: 1, decisive: 0 }]);
  });

  it("counts nothing for a lead without matches", () => {
    expect(shares([["approved", 0, []]])).toEqual({});
  });
});
