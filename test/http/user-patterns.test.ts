import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LIMITS } from "#shared/limits.ts";
import { startRescore } from "#server/features/rules/rescore.ts";
import { openWinnow, type TestWinnow } from "#test/harness.ts";
import { oneEngine } from "#test/stores.ts";

/** Each takes a backtracking engine longer than the universe on its text: the test is that all of this ends. */
const CATASTROPHIC = [
  "(a+)+$",
  "(a|aa)+$",
  "(a|a)*b",
  "([a-z]+)*!!",
  "(.*a){10}b",
  "^(([a-z])+.)+[A-Z]([a-z])+#",
  "(x+x+)+y",
  String.raw`(\w+\s?)*[;:]`,
  String.raw`^(\d|\w|a)+$`,
  String.raw`(\s*a\s*)*b`,
  "(?:a?){30}a{30}b",
  String.raw`(?:[^,]*,){9}[^,]*,$`,
];
const NOTES = [`${"a".repeat(30_000)}-`, `${"x".repeat(20_000)}${",".repeat(9_000)}-`, `${"a ".repeat(15_000)}-`];

describe.each(oneEngine("sqlite"))("people's regular expressions on %s", (engine) => {
  let winnow: TestWinnow;
  beforeAll(async () => {
    winnow = await openWinnow(engine);
    for (const [at, notes] of NOTES.entries()) {
      await winnow.ok("POST /api/leads", { body: { name: "Ann", email: `ann${at}@a.example`, notes } });
    }
  });
  afterAll(() => winnow.close());

  const rules = CATASTROPHIC.map((keyword, at) => ({ name: `Rule ${at}`, keywords: [keyword], mode: "regex" }));

  test("that no backtracking engine survives are checked, saved and scored", async () => {
    const { before, after } = await winnow.ok("POST /api/what-if", { body: { rules, threshold: 10 } });
    const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);
    expect([sum(before), sum(after)]).toEqual([NOTES.length, NOTES.length]);
    await winnow.ok("PUT /api/rules", { body: { rules } });
    await startRescore(winnow.workspace);
    const leads = await winnow.ok("GET /api/leads");
    expect(leads).toHaveLength(NOTES.length);
    for (const { score, keywords } of leads) expect(score).toBe(keywords.length * LIMITS.rule.weight.default);
    // RE2's answers: a text that ends in a dash matches none of the first three.
    expect(leads.flatMap(({ keywords }) => keywords)).not.toContain("(a+)+$");
  });

  test.each([
    ["too large a one", "(a{30}){30}", 422],
    ["one that looks ahead", "(?=a+)+b", 422],
    ["one that is too long", "a".repeat(LIMITS.rule.keywordLength + 1), 422],
  ])("rejects %s", async (_, keyword, status) => {
    const body = { rules: [{ name: "Rule", keywords: [keyword], mode: "regex" }], threshold: 10 };
    for (const key of ["POST /api/what-if", "PUT /api/rules"] as const) {
      const answer = await winnow.call(key, { body });
      expect([400, status]).toContain(answer.statusCode);
    }
  });
});
