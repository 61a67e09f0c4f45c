import { countsAsQualified } from "#shared/lead-status.ts";
import { LIMITS } from "#shared/limits.ts";
import type { ScoredLead } from "#server/store/lead-figure-types.ts";

/** What one rule gives. */
export interface RuleShare {
  /** Leads it found, and the points they have from it, before scores are capped. */
  leads: number;
  points: number;
  /** Those of its leads that are qualified or approved. */
  qualified: number;
  /** Those of these that reach the threshold, and would not without its points. */
  decisive: number;
}

/** Adds what each rule gives these leads to `shares`, by the rule's id. */
export function addRuleShares(shares: Map<string, RuleShare>, leads: readonly ScoredLead[], threshold: number): void {
  for (const { status, score, parts } of leads) {
    if (parts.length === 0) continue;
    const isQualified = countsAsQualified(status);
    let sum = 0;
    const byRule = new Map<string, number>();
    for (const { ruleId, points } of parts) {
      sum += points;
      byRule.set(ruleId, (byRule.get(ruleId) ?? 0) + points);
    }
    for (const [ruleId, points] of byRule) {
      const share = shares.get(ruleId) ?? { leads: 0, points: 0, qualified: 0, decisive: 0 };
      shares.set(ruleId, share);
      const without = Math.min(LIMITS.score.max, Math.max(LIMITS.score.min, sum - points));
      share.leads += 1;
      share.points += points;
      if (isQualified) share.qualified += 1;
      if (isQualified && score >= threshold && without < threshold) share.decisive += 1;
    }
  }
}
