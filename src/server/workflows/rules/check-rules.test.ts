import { expect, test } from "vitest";
import { AppError } from "#server/platform/errors.ts";
import { checkRules } from "#server/workflows/rules/check-rules.ts";
import { DEFAULT_RULE, type NewRule } from "#shared/contract/rule.ts";
import { LIMITS } from "#shared/limits.ts";

function rule(more: Partial<NewRule>): NewRule {
  return { ...DEFAULT_RULE, name: "Rule", keywords: ["demo"], ...more };
}

function complaints(...given: Parameters<typeof checkRules>): { field: string; message: string }[] {
  try {
    checkRules(...given);
    return [];
  } catch (error) {
    if (error instanceof AppError && error.status === 422) return error.fields;
    throw error;
  }
}

test("each regular expression that cannot be run is named by its place", () => {
  const rules = [
    rule({}),
    rule({ mode: "regex", keywords: ["fine", "(?=no)", String.raw`(a)\1`], isActive: false }),
    rule({ mode: "regex", keywords: [String.raw`\w{500}`] }),
    rule({ keywords: ["(?=a word here)"] }),
  ];
  expect(complaints(rules)).toMatchObject([
    { field: "rules.1.keywords.1", message: expect.stringMatching(/looking ahead/u) },
    { field: "rules.1.keywords.2", message: expect.stringMatching(/reference back/u) },
    { field: "rules.2.keywords.0", message: expect.stringMatching(/repeats too much/u) },
  ]);
  expect(complaints([rule({ mode: "regex", keywords: ["("] })], null)).toMatchObject([{ field: "keywords.0" }]);
});

test("all rules together stay within bounds, whichever rule comes last", () => {
  const keywords = Array.from({ length: LIMITS.rule.keywordsPerRule }, (_, at) => `word ${at}`);
  const full = Array.from({ length: LIMITS.rule.activeKeywords / keywords.length }, () => rule({ keywords }));
  expect(complaints(full)).toEqual([]);
  expect(complaints([rule({})], null, full)).toMatchObject([
    { field: "keywords", message: expect.stringMatching(/10000 keywords/u) },
  ]);
  expect(complaints([rule({ isActive: false })], null, full)).toEqual([]);

  const large = rule({ mode: "regex", keywords: Array.from({ length: 20 }, () => String.raw`\w{250}`) });
  expect(complaints([large, rule({})])).toMatchObject([
    { field: "rules", message: expect.stringMatching(/too large/u) },
  ]);
  expect(complaints([rule({})], null, [{ ...large, isActive: false }])).toMatchObject([{ field: "keywords" }]);

  const many = Array.from({ length: LIMITS.rule.rules }, () => rule({ isActive: false }));
  expect(complaints([rule({})], null, many)).toMatchObject([{ message: expect.stringMatching(/at most 1000 rules/u) }]);
});

test("what is wrong is said in the place it came from, and never of rules that are there already", () => {
  const broken = rule({ mode: "regex", keywords: ["("] });
  const many = Array.from({ length: LIMITS.rule.rules }, () => rule({}));
  expect(complaints([rule({}), broken], "file.rules")).toMatchObject([{ field: "file.rules.1.keywords.0" }]);
  expect(complaints([rule({})], "file.rules", many)).toMatchObject([{ field: "file.rules" }]);
  expect(complaints([rule({})], "file.rules", [broken])).toEqual([]);
  expect(complaints([rule({})], null, [broken])).toEqual([]);
});

test("of very many faults only the first are looked for", () => {
  const keywords = Array.from({ length: LIMITS.rule.keywordsPerRule }, () => "(");
  expect(complaints([rule({ mode: "regex", keywords })])).toHaveLength(20);
});
