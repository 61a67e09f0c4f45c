import { expect, test } from "vitest";
import { AppError } from "#server/platform/errors.ts";
import { checkRules } from "#server/features/rules/check-rules.ts";
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

test("each regular expression that can't run is named by its position", () => {
  const rules = [
    rule({}),
    rule({ mode: "regex", keywords: ["fine", "(?=no)", String.raw`(a)\1`], isActive: false }),
    rule({ mode: "regex", keywords: [String.raw`\w{500}`] }),
    rule({ keywords: ["(?=a word here)"] }),
  ];
  expect(complaints(rules)).toMatchObject([
    { field: "rules.1.keywords.1", message: expect.stringMatching(/lookahead/u) },
    { field: "rules.1.keywords.2", message: expect.stringMatching(/backreferences/u) },
    { field: "rules.2.keywords.0", message: expect.stringMatching(/repeats too much/u) },
  ]);
  expect(complaints([rule({ mode: "regex", keywords: ["("] })], null)).toMatchObject([{ field: "keywords.0" }]);
});

test("all rules together stay within limits, whichever rule comes last", () => {
  const keywords = Array.from({ length: LIMITS.rule.keywordsPerRule }, (_, at) => `word ${at}`);
  const full = Array.from({ length: LIMITS.rule.activeKeywords / keywords.length }, () => rule({ keywords }));
  expect(complaints(full)).toEqual([]);
  expect(complaints([rule({})], null, full)).toMatchObject([
    { field: "keywords", message: expect.stringMatching(/10,000 keywords/u) },
  ]);
  expect(complaints([rule({ isActive: false })], null, full)).toEqual([]);

  const large = rule({ mode: "regex", keywords: Array.from({ length: 20 }, () => String.raw`\w{250}`) });
  expect(complaints([large, rule({})])).toMatchObject([
    { field: "rules", message: expect.stringMatching(/too large/u) },
  ]);
  const one = rule({ mode: "regex", keywords: ["a+"] });
  expect(complaints([one], null, [{ ...large, isActive: false }])).toMatchObject([{ field: "keywords" }]);
  // Rules saved under other limits may be too large together, and don't affect plain keywords.
  expect(complaints([rule({})], null, [large])).toEqual([]);

  // Compiling huge programs to count them must not take long either.
  const huge = rule({ mode: "regex", keywords: Array.from({ length: 20 }, (_, at) => `(a?b?c?d?){${900 + at}}`) });
  expect(complaints([huge]).length).toBeLessThan(5);

  const many = Array.from({ length: LIMITS.rule.rules }, () => rule({ isActive: false }));
  expect(complaints([rule({})], null, many)).toMatchObject([{ message: expect.stringMatching(/up to 1,000 rules/u) }]);
});

test("errors are reported in their original position, and never for existing rules", () => {
  const broken = rule({ mode: "regex", keywords: ["("] });
  const many = Array.from({ length: LIMITS.rule.rules }, () => rule({}));
  expect(complaints([rule({}), broken], "file.rules")).toMatchObject([{ field: "file.rules.1.keywords.0" }]);
  expect(complaints([rule({})], "file.rules", many)).toMatchObject([{ field: "file.rules" }]);
  expect(complaints([rule({})], "file.rules", [broken])).toEqual([]);
  expect(complaints([rule({})], null, [broken])).toEqual([]);
});

test("only the first of very many mistakes are reported", () => {
  const keywords = Array.from({ length: LIMITS.rule.keywordsPerRule }, () => "(");
  expect(complaints([rule({ mode: "regex", keywords })])).toHaveLength(20);
});
