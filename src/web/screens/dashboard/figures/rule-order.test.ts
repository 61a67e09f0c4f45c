import { describe, expect, it } from "vitest";
import { byWorth, rulesSentence } from "#web/screens/dashboard/figures/rule-order.ts";

const rule = (name: string, leads: number, qualified: number, decisive: number) => ({
  ruleId: name,
  name,
  points: 10 * leads,
  leads,
  qualified,
  decisive,
});

describe("byWorth", () => {
  it("sorts by decisive leads, then qualified, then all", () => {
    const rules = [rule("Idle", 0, 0, 0), rule("Wide", 90, 5, 0), rule("Good", 9, 5, 0), rule("Best", 3, 3, 1)];
    expect(byWorth(rules).map(({ name }) => name)).toEqual(["Best", "Wide", "Good", "Idle"]);
  });
});

describe("rulesSentence", () => {
  it.each([
    [[], "No rule matches a lead yet."],
    [[rule("Idle", 0, 0, 0)], "No rule matches a lead yet."],
    [[rule("Wide", 9, 5, 0)], "No lead qualifies only by one rule."],
    [[rule("Best", 9, 5, 1)], "Best matters most: 1 lead qualifies only by this rule."],
    [
      [rule("Idle", 0, 0, 0), rule("Best", 9, 5, 4), rule("Mute", 0, 0, 0)],
      "Best matters most: 4 leads qualify only by this rule. 2 rules match no leads.",
    ],
  ])("describes %j", (rules, expected) => {
    expect(rulesSentence(rules)).toBe(expected);
  });
});
