import { expect, test } from "vitest";
import { compareRules } from "#shared/compare-rules.ts";
import { DEFAULT_RULE, type NewRule } from "#shared/contract/rule.ts";

const rule = (name: string, more: Partial<NewRule> = {}): NewRule => ({
  ...DEFAULT_RULE,
  name,
  keywords: ["demo"],
  ...more,
});

test("matches each known rule to at most one identical rule of the file", () => {
  const known = [
    { ...rule("Twice"), id: "1" },
    { ...rule("Noted", { note: "For the fair" }), id: "2" },
    { ...rule("Alone"), id: "3" },
  ];
  const { news, unchanged, others } = compareRules([rule("Twice"), rule("Twice"), rule("Noted")], known);
  expect(news).toEqual([rule("Twice"), rule("Noted")]);
  expect(unchanged.map(({ id }) => id)).toEqual(["1"]);
  expect(others.map(({ id }) => id)).toEqual(["2", "3"]);
});
