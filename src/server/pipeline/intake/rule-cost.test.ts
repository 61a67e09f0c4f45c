import { expect, test } from "vitest";
import { checkKeywords } from "#server/pipeline/intake/keywords/keyword-checks.ts";
import { ruleCosts } from "#server/pipeline/intake/rule-cost.ts";
import { compileRuleset } from "#server/pipeline/intake/ruleset.ts";
import { planScores } from "#server/insight/what-if/score-plan.ts";
import { DEFAULT_RULE, type RuleMode } from "#shared/contract/rule.ts";

function rule(id: string, mode: RuleMode, ...keywords: string[]) {
  return { ...DEFAULT_RULE, id, name: `Rule ${id}`, mode, keywords };
}

const LARGE = Array.from({ length: 9 }, (_, at) => rule(`large ${at}`, "regex", `[a-c]{250}${at}`));

test("a rule reports what running it costs", () => {
  const rules = [
    rule("words", "words", "demo", "price"),
    rule("simple", "regex", "demo [0-9]+"),
    rule("high", "regex", "(?:a?){30}a{30}[0-9]"),
    rule("sum", "regex", "[ab]{50}", "[cd]{60}"),
    rule("too high", "regex", "fine", "(a{30}){30}"),
  ];
  expect(ruleCosts(rules)).toEqual(["low", "low", "low", "high", "too_high"]);
  const costs = ruleCosts([...rules, ...LARGE]);
  expect(costs.slice(5)).toEqual([...Array.from({ length: 7 }, () => "high"), "too_high", "too_high"]);
  // Inactive rules take nothing from the others.
  const inactive = LARGE.map((one) => ({ ...one, isActive: false }));
  expect(ruleCosts([...inactive, ...rules])).toEqual([...inactive.map(() => "high"), ...ruleCosts(rules)]);
});

test("the checks name expensive rules, and those that don't run", () => {
  const checks = checkKeywords(LARGE).map(({ kind, ruleId }) => [kind, ruleId]);
  expect(checks.filter(([kind]) => kind === "expensive")).toHaveLength(7);
  expect(checks.filter(([kind]) => kind === "invalid")).toEqual([
    ["invalid", "large 7"],
    ["invalid", "large 8"],
  ]);
});

test("a saved rule that is too large matches nothing, and what-if searches the same as scoring", () => {
  const rules = [...LARGE, rule("old", "regex", "(a{30}){30}", "a5"), rule("words", "words", "demo")];
  const texts = [
    { field: "notes", text: `${"a".repeat(900)}5 ${LARGE.map((_, at) => `${"c".repeat(250)}${at}`).join(" ")} demo` },
  ];
  const found = compileRuleset(rules)
    .find(texts)
    .map(({ rule: { id } }) => id);
  expect(found).toEqual([...LARGE.slice(0, 7).map(({ id }) => id), "old", "words"]);
  expect(planScores(rules).searches.map(({ keyword }) => keyword)).toEqual([
    ...LARGE.slice(0, 7).map(({ keywords: [keyword] }) => keyword),
    "a5",
    "demo",
  ]);
});
