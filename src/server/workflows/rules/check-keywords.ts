import { checkKeywords } from "#server/intake/keyword-checks.ts";
import type { ScoringRule } from "#server/intake/ruleset.ts";
import { startThread } from "#server/platform/thread.ts";
import type { RuleCheck } from "#shared/contract/rule.ts";

/** Of more keywords than this the check holds up requests for longer than a thread takes to begin. */
const MOST_HERE = 1_000;

/** Rules change rarely and are looked at often, so the last answer is kept by their own text. */
let kept: { text: string; checks: Promise<RuleCheck[]> } | null = null;

/** As `checkKeywords`; many keywords are checked in a thread, once for all who ask. */
export function checkKeywordsAside(rules: readonly ScoringRule[]): Promise<RuleCheck[]> {
  const text = JSON.stringify(rules);
  if (kept?.text === text) return kept.checks;
  const keywords = rules.reduce((sum, rule) => sum + rule.keywords.length, 0);
  const checks = keywords > MOST_HERE ? checkInThread(rules) : Promise.resolve(checkKeywords(rules));
  const mine = { text, checks };
  kept = mine;
  checks.catch(() => {
    if (kept === mine) kept = null;
  });
  return checks;
}

async function checkInThread(rules: readonly ScoringRule[]): Promise<RuleCheck[]> {
  const program = new URL("check-worker.ts", import.meta.url);
  const thread = startThread<readonly ScoringRule[], RuleCheck[]>(program, "The check of the rules was ended");
  try {
    return await thread.ask(rules);
  } finally {
    await thread.close();
  }
}
