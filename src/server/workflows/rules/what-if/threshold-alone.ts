import { bandOf, emptyTally, firstTurns, type WhatIfTally } from "#server/intake/what-if/what-if-tally.ts";
import type { LeadsView } from "#server/store/lead-reader.ts";
import { LIMITS } from "#shared/limits.ts";

/** What another threshold does where the rules stay: `rules` is their fingerprint. */
export interface ThresholdAlone {
  threshold: number;
  rules: string;
}

/**
 * What becomes of all leads in the view, from the scores that they have, without a word of their texts. Null where some
 * lead may be scored by other rules than these: a rescore takes the same short cut on the same condition.
 */
export async function weighThreshold(
  view: LeadsView,
  { threshold, rules }: ThresholdAlone,
): Promise<WhatIfTally | null> {
  const { wanted, done, doneRules } = await view.scoring();
  if (wanted !== done || doneRules !== rules) return null;
  const tally = emptyTally();
  for (const { score, count } of await view.scores()) {
    tally.total += count;
    tally.before[bandOf(score)] = (tally.before[bandOf(score)] ?? 0) + count;
  }
  tally.after = [...tally.before];
  const { nowQualified, noLongerQualified, first } = await view.turning(threshold, LIMITS.whatIf.leadsShown);
  const turns = first.map(({ id, score, status }) => {
    const statusAfter = status === "pending" ? ("qualified" as const) : ("pending" as const);
    return { id, scoreBefore: score, scoreAfter: score, statusBefore: status, statusAfter };
  });
  const changed = nowQualified + noLongerQualified;
  return { ...tally, changed, nowQualified, noLongerQualified, turns: firstTurns(turns) };
}
