import { countsAsQualified } from "#shared/lead-status.ts";
import { LIMITS } from "#shared/limits.ts";
import type { ScoredLead } from "#server/db/leads/lead-totals.ts";

/** The contribution of one rule. */
export interface RuleShare {
  /** The leads it matched, and its points for them, before scores are capped. */
  leads: number;
  points: number;
  /** Its leads that are qualified or approved. */
  qualified: number;
  /** Qualified leads that reach the threshold only with its points. */
  decisive: number;
}

/** Adds each rule's contribution to these leads to `shares`, by rule id. */
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
