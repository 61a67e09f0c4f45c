import { describe, expect, test } from "vitest";
import { LIMITS } from "#shared/limits.ts";
import { compileKeywordRegex, runnableRegexes } from "#server/pipeline/intake/keywords/keyword-regex.ts";
import { RegexMatcher, stepsAtOnce } from "#server/pipeline/intake/keywords/regex-matcher.ts";

const { allRegexSize, regexCharacters, regexStepsAtOnce } = LIMITS.rule;

function sizeOf(pattern: string): number {
  return compileKeywordRegex(pattern).size;
}

function matcherOf(...patterns: string[]): RegexMatcher {
  return new RegexMatcher(patterns.map((pattern, at) => [at, pattern]));
}

describe("the step budget", () => {
  const pattern = "[a-c]+[0-9]";

  test("is charged instructions times characters, and nothing runs that doesn't fit", () => {
    const matcher = matcherOf(pattern);
    const longest = Math.floor(regexStepsAtOnce / 1.02 / sizeOf(pattern)) - 1;
    const budget = stepsAtOnce();
    expect(matcher.fits(["a".repeat(longest)], null, budget)).toBe(true);
    expect(budget.left).toBeLessThan(regexStepsAtOnce * 0.01);
    expect(budget.isExceeded).toBe(false);
    expect(matcher.fits(["a".repeat(2 * longest)], null, budget)).toBe(false);
    expect(budget.isExceeded).toBe(true);
  });

  test("adds up over texts, expressions and leads", () => {
    const [one, other] = ["[a-c]+[0-9]", "[d-f]+[0-9]"];
    const budget = stepsAtOnce();
    expect(matcherOf(one, other).fits(["aaaa", "bb"], null, budget)).toBe(true);
    const once = regexStepsAtOnce - budget.left;
    expect(once).toBeGreaterThanOrEqual(6 * (sizeOf(one) + sizeOf(other)));
    matcherOf(one, other).fits(["aaaa", "bb"], null, budget);
    expect(regexStepsAtOnce - budget.left).toBe(2 * once);
  });

  test("is barely used by a text without the literals that a match needs", () => {
    const budget = stepsAtOnce();
    expect(matcherOf("budget [0-9]{50}").fits(["a".repeat(10_000)], null, budget)).toBe(true);
    expect(matcherOf("budget [0-9]{50}").fits([`budget ${"a".repeat(10_000)}`], null, budget)).toBe(false);
  });

  test("is not charged for texts that a rule doesn't look at", () => {
    const budget = stepsAtOnce();
    const isOpen = (_keyword: number, text: number): boolean => text === 0;
    expect(matcherOf(pattern).fits(["a", "a".repeat(100_000)], isOpen, budget)).toBe(true);
    expect(matcherOf(pattern).fits(["a", "a".repeat(100_000)], null, budget)).toBe(false);
  });
});

test("an expression reads a limited part of a lead, whatever the other rules are", () => {
  const inside = `${"a".repeat(regexCharacters - 2)}x5`;
  const outside = `${"a".repeat(regexCharacters - 1)}x5`;
  for (const patterns of [["x[0-9]"], ["x[0-9]", "y[0-9]"]]) {
    const found = (texts: string[]) => matcherOf(...patterns).firstOccurrences(texts, null);
    expect(found([inside])).toEqual([{ keyword: 0, text: 0, start: regexCharacters - 2, end: regexCharacters }]);
    expect(found([outside])).toEqual([]);
    expect(found([inside.slice(2), "x", "x5"])).toEqual([
      { keyword: 0, text: 0, start: regexCharacters - 4, end: regexCharacters - 2 },
    ]);
    expect(found(["a".repeat(regexCharacters), "x5"])).toEqual([]);
  }
  // The part of a lead that a rule doesn't search doesn't reduce the rest.
  const isOpen = (_keyword: number, text: number): boolean => text === 1;
  expect(matcherOf("x[0-9]").firstOccurrences(["a".repeat(regexCharacters), "x5"], isOpen)).toHaveLength(1);
});

test("of expressions that are too large together, the first ones run", () => {
  const pattern = (at: number): string => `[a-c]{250}${at}`;
  const count = Math.floor(allRegexSize / sizeOf(pattern(0)));
  const patterns = Array.from({ length: count + 1 }, (_, at) => pattern(at));
  expect(runnableRegexes(patterns).map((regex) => regex !== null)).toEqual(patterns.map((_, at) => at < count));
  expect(runnableRegexes(["(a{30}){30}", "a5"]).map((regex) => regex !== null)).toEqual([false, true]);
});
