import { describe, expect, test } from "vitest";
import { checkKeywords } from "#server/pipeline/intake/keywords/keyword-checks.ts";
import type { ScoringRule } from "#server/pipeline/intake/ruleset.ts";
import { DEFAULT_RULE } from "#shared/contract/rule.ts";

function rule(id: string, keywords: string[], more: Partial<ScoringRule> = {}): ScoringRule {
  return { ...DEFAULT_RULE, id, name: `Rule ${id}`, keywords, ...more };
}

/** The findings as `kind rule/other keyword`. */
function found(...rules: ScoringRule[]): string[] {
  return checkKeywords(rules).map(
    (check) => `${check.kind} ${check.ruleId}/${check.otherRuleId ?? "-"} ${check.keyword}`,
  );
}

describe("overlapping rules", () => {
  test("both count a keyword, however each spells it", () => {
    expect(found(rule("1", ["demo", "machine learning"]), rule("2", ["Demos", "Machine-Learning", "crane"]))).toEqual([
      "overlap 2/1 Demos",
      "overlap 2/1 Machine-Learning",
    ]);
    expect(found(rule("1", ["demo"]), rule("2", ["demo"], { mode: "phrase" }))).toEqual(["overlap 2/1 demo"]);
    expect(
      found(rule("1", ["a.c"], { mode: "regex" }), rule("2", ["a.c"]), rule("3", ["a.c"], { mode: "regex" })),
    ).toEqual(["overlap 3/1 a.c"]);
  });

  test("one counts the beginning of the other's words, in any order", () => {
    expect(found(rule("1", ["market*"]), rule("2", ["marketing", "Märkte", "markets in Asia"]))).toEqual([
      "overlap 2/1 marketing",
    ]);
    expect(found(rule("1", ["big database"]), rule("2", ["big data"], { mode: "prefix" }))).toEqual([
      "overlap 1/2 big database",
    ]);
    expect(found(rule("1", ["mark"], { mode: "prefix" }), rule("2", ["market*"]))).toEqual(["overlap 2/1 market*"]);
  });

  test("don't overlap if one is inactive, or they search different fields", () => {
    expect(found(rule("1", ["demo"]), rule("2", ["demo"], { isActive: false }))).toEqual([]);
    const looking = (...fields: string[]): Partial<ScoringRule> => ({ fields });
    expect(found(rule("1", ["demo"], looking("title")), rule("2", ["demo"], looking("notes", "facts")))).toEqual([]);
    expect(found(rule("1", ["x*"], looking("fact:Größe")), rule("2", ["xy"], looking("facts")))).toHaveLength(1);
    expect(found(rule("1", ["demo"], looking("fact:A")), rule("2", ["demo"], looking("fact:a")))).toHaveLength(1);
    expect(
      found(
        rule("1", ["demo"], looking("title")),
        rule("2", ["demo"], looking("notes")),
        rule("3", ["demo"], looking("notes")),
      ),
    ).toEqual(["overlap 3/2 demo"]);
  });
});

test("a keyword is shadowed by one in the same rule that counts the same or more", () => {
  expect(found(rule("1", ["demo", "DEMOS", "crane"]))).toEqual(["shadowed 1/- DEMOS"]);
  expect(found(rule("1", ["demo"]), rule("2", ["demo", "demos"]))).toEqual(["overlap 2/1 demo", "shadowed 2/- demos"]);
  const [twice] = checkKeywords([rule("1", ["marketing", "market*"])]);
  expect(twice?.message).toBe("In “Rule 1”, “marketing” adds points on top: “market*” counts there too.");
  const [once] = checkKeywords([rule("1", ["marketing", "market*"], { counting: "once" })]);
  expect(once?.message).toBe("In “Rule 1”, “marketing” adds nothing: “market*” already counts there.");
});

test("a keyword that can't match as written is named, even in an inactive rule", () => {
  const nothing = ["x*", "(a|b)?", "needs? \\w+"];
  expect(found(rule("1", nothing, { mode: "regex", isActive: false }))).toEqual([
    "invalid 1/- x*",
    "invalid 1/- (a|b)?",
  ]);
  expect(found(rule("1", ["\u200b", "?!", "C++"]))).toEqual(["invalid 1/- \u200b", "invalid 1/- ?!"]);
  expect(found(rule("1", ["\u200b"], { mode: "exact" }))).toEqual(["invalid 1/- \u200b"]);
});

test("a thousand rules of ten overlapping keywords are checked quickly, each keyword named once", () => {
  const rules = Array.from({ length: 1_000 }, (_, at) =>
    rule(
      String(at),
      Array.from({ length: 10 }, (_each, word) => `${"word".repeat(word + 1)}${word % 2 === 0 ? "*" : ""}`),
      {
        fields: [`fact:${at % 50}`],
      },
    ),
  );
  expect(checkKeywords(rules)).toHaveLength(1_000 * 10 - 50);
});
