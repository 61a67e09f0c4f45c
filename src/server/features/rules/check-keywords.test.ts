import { expect, test } from "vitest";
import { checkKeywords } from "#server/pipeline/intake/keywords/keyword-checks.ts";
import type { ScoringRule } from "#server/pipeline/intake/ruleset.ts";
import { checkKeywordsAside } from "#server/features/rules/check-keywords.ts";
import { DEFAULT_RULE } from "#shared/contract/rule.ts";

function rulesOf(count: number): ScoringRule[] {
  return Array.from({ length: count }, (_, at) => ({
    ...DEFAULT_RULE,
    id: String(at),
    name: `Rule ${at}`,
    keywords: Array.from({ length: 10 }, (_each, keyword) => `word ${(at * 7 + keyword) % (count * 5)}`),
  }));
}

test.each([3, 300])("%j rules give the same result in the thread as in place", async (count) => {
  const rules = rulesOf(count);
  const [checks, again] = await Promise.all([checkKeywordsAside(rules), checkKeywordsAside(rulesOf(count))]);
  expect(checks).toEqual(checkKeywords(rules));
  expect(checks.length).toBeGreaterThan(0);
  expect(again).toBe(checks);
  expect(await checkKeywordsAside(rules.map((rule) => ({ ...rule, isActive: false })))).toEqual([]);
});

test("checking many rules doesn't block requests", async () => {
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  await checkKeywordsAside(rulesOf(500));
  clearInterval(timer);
  expect(turns).toBeGreaterThan(1);
});
