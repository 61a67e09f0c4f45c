import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RE2JS } from "re2js";
import { compileKeywordRegex } from "#server/pipeline/intake/keywords/keyword-regex.ts";
import { requiredLiterals } from "#server/pipeline/intake/keywords/regex-literals.ts";
import { LIMITS } from "#shared/limits.ts";
import { rounds } from "#test/thorough.ts";

function refusal(pattern: string): string | null {
  const compiled = compileKeywordRegex(pattern);
  return "refused" in compiled ? compiled.refused : null;
}

function found(pattern: string, text: string): string | null {
  const compiled = compileKeywordRegex(pattern);
  if ("refused" in compiled) throw new Error(compiled.refused);
  const match = compiled.find(text);
  return match === null ? null : text.slice(match.start, match.end);
}

describe("rejects a regular expression", () => {
  test.each([
    ["(?=a)b", "lookahead"],
    ["(?<!a)b", "lookahead and lookbehind"],
    [String.raw`(a)\1`, "backreferences"],
    ["(a", "missing closing )"],
    ["a**", "invalid nested repetition"],
    ["(a{30}){30}", "repeats too much"],
    [String.raw`\pL{400}`, "repeats too much"],
    ["((a{100}){100}){100}", "invalid repeat count"],
    ["a".repeat(LIMITS.rule.keywordLength + 1), "at most 100 characters"],
  ])("when it is %s", (pattern, reason) => {
    expect(refusal(pattern)).toContain(reason);
  });
});

test.each([
  ["budget:? (\\d+)k", "Our BUDGET 50k", "BUDGET 50k"],
  ["a|ab", "xab", "a"],
  ["x*", "aaa", null],
  ["^plan$", "plan\nplan", null],
  ["(?m)^plan$", "a\nplan", "plan"],
  ["straße", "STRAßE", "STRAßE"],
  ["k", "\u212a", "\u212a"],
  ["🚀+", "go 🚀🚀", "🚀🚀"],
  ["kiss", "ki\u017f\u017f", "ki\u017f\u017f"],
])("%j in %j matches %j", (pattern, text, expected) => {
  expect(found(pattern, text)).toBe(expected);
});

test.each([
  ["budget", ["budget"]],
  ["(looking|searching) for", ["looking", "searching"]],
  ["(looking|searching)? for", [" for"]],
  [String.raw`node\.js`, ["node.js"]],
  [String.raw`\bneeds? (a|an) \w+`, ["need"]],
  ["colou?r", ["colo"]],
  ["ab+c|[a-z]{3}xyz", ["ab", "xyz"]],
  ["(?i:robot){2,}x", ["robot"]],
  ["a{2}b", null],
  ["x|budget", null],
  ["(a|budget)", null],
  [String.raw`\x41bc`, null],
  [String.raw`\Qa|b\E`, null],
  [String.raw`\pLabc`, null],
  ["[]ab]cd[^]]", ["cd"]],
])("%j needs one of %j", (pattern, expected) => {
  expect(requiredLiterals(pattern)).toEqual(expected);
});

const atom = fc.constantFrom(
  ..."abcs1 -]}{,",
  "ab",
  "abc",
  "ab+c",
  "ca{2}",
  "ß",
  ".",
  "^",
  "$",
  "|",
  "[ab]",
  "[^a]",
  "[]a]",
  "[[:alpha:]b]",
  String.raw`[\]a]`,
  String.raw`\d`,
  String.raw`\.`,
  String.raw`\pL`,
  String.raw`\x61`,
  String.raw`\Qa|\E`,
  "(?i)",
  "(?-i)",
  "(?s-i:",
  "(?:",
  "(",
  "(?P<n>",
  ")",
  ")",
  ")",
  "*",
  "+?",
  "?",
  "{2}",
  "{0,2}",
  "{0}",
  "{1,}",
  "{,2}",
);
const pattern = fc.array(atom, { maxLength: 12 }).map((atoms) => atoms.join(""));
const text = fc
  .array(fc.constantFrom(..."abcsABC1 -]}{,.ß|ſ\n", "abbc", "caa"), { maxLength: 16 })
  .map((all) => all.join(""));

test("required literals are in every match, whatever the expression", () => {
  let matches = 0;
  fc.assert(
    fc.property(pattern, fc.array(text, { minLength: 5, maxLength: 5 }), (expression, texts) => {
      if (refusal(expression) !== null) return;
      const regex = RE2JS.compile(expression, RE2JS.CASE_INSENSITIVE);
      for (const each of texts) {
        const matcher = regex.matcher(each);
        const isFound = matcher.find() && matcher.end() > matcher.start();
        if (isFound) matches += 1;
        expect(found(expression, each)).toBe(isFound ? matcher.group() : null);
      }
    }),
    { numRuns: rounds(750, 5000) },
  );
  expect(matches).toBeGreaterThan(rounds(75, 500));
});
