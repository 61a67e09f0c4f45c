import { expect, onTestFinished, test, vi } from "vitest";
import { DEFAULT_RULE } from "#shared/contract/rule.ts";
import type { StaleLead } from "#shared/stale-lead.ts";
import { RegexMatcher, stepsAtOnce } from "#server/pipeline/intake/keywords/regex-matcher.ts";
import { compileRuleset } from "#server/pipeline/intake/ruleset.ts";
import { createScorer, type Scorer } from "#server/features/rules/score-thread.ts";

const RULES = ["demo", "price", "budget"].map((keyword, at) => ({
  ...DEFAULT_RULE,
  id: String(at),
  name: keyword,
  keywords: [keyword],
  createdAt: "2026-05-01T10:00:00.000Z",
}));
const SCORING = {
  ruleset: compileRuleset(RULES),
  rules: RULES,
  threshold: 20,
  ruleTags: new Map(),
  fields: [],
  today: "2026-05-02",
  version: 1,
  budget: stepsAtOnce(),
};

/** Long enough to take a while. */
function longLead(at: number): StaleLead {
  return {
    id: String(at),
    revision: 1,
    name: "Ann Lee",
    status: "pending",
    statusSetBy: "rule",
    score: 0,
    createdAt: "2026-05-01T10:00:00.000Z",
    company: "",
    industry: "",
    title: "",
    notes: `${"A word after the other. ".repeat(2_000)}${at % 3 === 0 ? "A demo" : ""} ${at % 2 === 0 ? "The price" : ""}`,
    email: "",
    addressQuality: null,
    facts: "[]",
    customFields: null,
    keywords: "[]",
    scoreParts: "[]",
    tagMarks: null,
    processedAt: "2026-05-01T10:00:00.000Z",
  };
}

function scorer(): Scorer {
  const made = createScorer();
  onTestFinished(() => made.close());
  return made;
}

test("a thread returns the same as direct scoring, by the latest rules", async () => {
  const scoring = scorer();
  const score = (leads: StaleLead[]) => scoring.score(leads);
  const leads = Array.from({ length: 120 }, (_, at) => longLead(at));
  await scoring.useRules(SCORING);
  const atOnce = await score(leads);
  expect(atOnce).toHaveLength(80);
  expect(atOnce.filter(({ status }) => status === "qualified")).toHaveLength(20);
  expect(await score(leads)).toEqual(atOnce);
  expect(await Promise.all([score(leads.slice(0, 6)), score(leads.slice(6))])).toEqual([
    atOnce.slice(0, 4),
    atOnce.slice(4),
  ]);
  const fewer = RULES.slice(0, 1);
  await scoring.useRules({ ...SCORING, ruleset: compileRuleset(fewer), rules: fewer });
  expect(await score(leads)).toHaveLength(40);
});

test("nothing is scored before there are rules", async () => {
  await expect(scorer().score([longLead(0)])).rejects.toThrow("no rules");
});

test("regular expressions search long leads in the thread from the first one on, and short ones here", async () => {
  const search = vi.spyOn(RegexMatcher.prototype, "firstOccurrences");
  const scoring = scorer();
  const rules = RULES.slice(0, 1).map((rule) => ({ ...rule, mode: "regex" as const, keywords: ["[a-z]+ demo[a-z]?"] }));
  await scoring.useRules({ ...SCORING, ruleset: compileRuleset(rules), rules });
  const short = { ...longLead(0), notes: "a demo" };
  expect(await scoring.score([short])).toMatchObject([{ score: 10 }]);
  expect(search).toHaveBeenCalledTimes(1);
  expect(await scoring.score([longLead(0)])).toMatchObject([{ score: 10 }]);
  expect(search).toHaveBeenCalledTimes(1);
});

test("a batch is at most as long as what an expression reads of one lead", async () => {
  const scoring = scorer();
  const leads = Array.from({ length: 5 }, (_, at) => ({
    ...longLead(1),
    notes: "a".repeat(at === 0 ? 60_000 : 20_000),
  }));
  await scoring.useRules(SCORING);
  expect(scoring.countAtOnce(leads)).toBe(5);
  const rules = RULES.map((rule) => ({ ...rule, mode: "regex" as const }));
  await scoring.useRules({ ...SCORING, ruleset: compileRuleset(rules), rules });
  expect(scoring.countAtOnce(leads)).toBe(1);
  expect(scoring.countAtOnce(leads.slice(1))).toBe(2);
});
