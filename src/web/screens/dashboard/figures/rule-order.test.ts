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
  it("puts the decisive first, then those of qualified leads, then those that find the most", () => {
    const rules = [rule("Idle", 0, 0, 0), rule("Wide", 90, 5, 0), rule("Good", 9, 5, 0), rule("Best", 3, 3, 1)];
    expect(byWorth(rules).map(({ name }) => name)).toEqual(["Best", "Wide", "Good", "Idle"]);
  });
});

describe("rulesSentence", () => {
  it.each([
    [[], "No rule has found a lead yet."],
    [[rule("Idle", 0, 0, 0)], "No rule has found a lead yet."],
    [[rule("Wide", 9, 5, 0)], "No rule alone decides whether a lead qualifies."],
    [[rule("Best", 9, 5, 1)], "Best decides most: 1 lead qualifies only through it."],
    [
      [rule("Idle", 0, 0, 0), rule("Best", 9, 5, 4), rule("Mute", 0, 0, 0)],
      "Best decides most: 4 leads qualify only through it. 2 rules found nothing.",
    ],
  ])("says what %j give", (rules, said) => {
    expect(rulesSentence(rules)).toBe(said);
  });
});
