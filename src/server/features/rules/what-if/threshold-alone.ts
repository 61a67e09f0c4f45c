import { LIMITS } from "#shared/limits.ts";
import { bandOf, emptyTally, firstChanges, type WhatIfTally } from "#server/insight/what-if/what-if-tally.ts";
import type { LeadsView } from "#server/db/lead-reader/leads-view.ts";

/** The effect of another threshold with unchanged rules: `rules` is their fingerprint. */
export interface ThresholdAlone {
  threshold: number;
  rules: string;
}

/**
 * The result for all leads in the view from their stored scores, without reading texts. Null if a lead may be scored by
 * other rules than these: a rescore takes the same shortcut on the same condition.
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
    if (score >= threshold) tally.reaching += count;
    tally.before[bandOf(score)] = (tally.before[bandOf(score)] ?? 0) + count;
  }
  tally.after = [...tally.before];
  const { nowQualified, noLongerQualified, first } = await view.acrossThreshold(threshold, LIMITS.whatIf.leadsShown);
  const changes = first.map(({ id, score, status }) => {
    const statusAfter = status === "pending" ? ("qualified" as const) : ("pending" as const);
    return { id, scoreBefore: score, scoreAfter: score, statusBefore: status, statusAfter };
  });
  const changed = nowQualified + noLongerQualified;
  return { ...tally, changed, nowQualified, noLongerQualified, changes: firstChanges(changes) };
}
