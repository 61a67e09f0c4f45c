import { expect, onTestFinished, test } from "vitest";
import { DEFAULT_RULE } from "#shared/contract/rule.ts";
import type { StaleLead } from "#shared/stale-lead.ts";
import { compileRuleset } from "#server/intake/ruleset.ts";
import { createScorer, type Scorer } from "#server/workflows/rules/score-thread.ts";

const RULES = ["demo", "price", "budget"].map((keyword, at) => ({
  ...DEFAULT_RULE,
  id: String(at),
  name: keyword,
  keywords: [keyword],
  createdAt: "2026-05-01T10:00:00.000Z",
}));
const JUDGEMENT = { ruleset: compileRuleset(RULES), threshold: 20, today: "2026-05-02", version: 1 };

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
    facts: "[]",
    keywords: "[]",
    scoreParts: "[]",
  };
}

function scorer(): Scorer {
  const made = createScorer();
  onTestFinished(() => made.close());
  return made;
}

test("a thread answers what scoring at once does, by the rules given last", async () => {
  const scoring = scorer();
  const score = (leads: StaleLead[]) => scoring.score(leads);
  const leads = Array.from({ length: 120 }, (_, at) => longLead(at));
  await scoring.judgeBy(JUDGEMENT, RULES);
  const atOnce = await score(leads);
  expect(atOnce).toHaveLength(80);
  expect(atOnce.filter(({ status }) => status === "qualified")).toHaveLength(20);
  expect(await score(leads)).toEqual(atOnce);
  expect(await Promise.all([score(leads.slice(0, 6)), score(leads.slice(6))])).toEqual([
    atOnce.slice(0, 4),
    atOnce.slice(4),
  ]);
  const fewer = RULES.slice(0, 1);
  await scoring.judgeBy({ ...JUDGEMENT, ruleset: compileRuleset(fewer) }, fewer);
  expect(await score(leads)).toHaveLength(40);
});

test("nothing is scored before there are rules", async () => {
  await expect(scorer().score([longLead(0)])).rejects.toThrow("no rules");
});
