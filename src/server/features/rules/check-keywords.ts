import { checkKeywords } from "#server/pipeline/intake/keywords/keyword-checks.ts";
import type { ScoringRule } from "#server/pipeline/intake/ruleset.ts";
import { askInThread } from "#server/platform/thread.ts";
import type { RuleCheck } from "#shared/contract/rule.ts";

/** Above this many keywords the check blocks requests for longer than starting a thread takes. */
const MOST_HERE = 1_000;

/** Rules rarely change and are viewed often, so the last answer is cached by their own text. */
let kept: { text: string; checks: Promise<RuleCheck[]> } | null = null;

/** As `checkKeywords`; many keywords are checked in a thread, once for all callers. */
export function checkKeywordsAside(rules: readonly ScoringRule[]): Promise<RuleCheck[]> {
  const text = JSON.stringify(rules);
  if (kept?.text === text) return kept.checks;
  const keywords = rules.reduce((sum, rule) => sum + rule.keywords.length, 0);
  const checks =
    keywords > MOST_HERE
      ? askInThread<RuleCheck[]>(new URL("check-worker.ts", import.meta.url), "The rule check was stopped", rules)
      : Promise.resolve(checkKeywords(rules));
  const mine = { text, checks };
  kept = mine;
  checks.catch(() => {
    if (kept === mine) kept = null;
  });
  return checks;
}
