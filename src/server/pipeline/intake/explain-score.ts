import { excerptAround } from "#server/pipeline/intake/excerpt.ts";
import { leadTexts, type TextOfLead } from "#server/pipeline/intake/lead-text.ts";
import { openRules } from "#server/pipeline/intake/open-rules.ts";
import { ageInDays } from "#server/pipeline/intake/rule-points.ts";
import type { ScoringRule } from "#server/pipeline/intake/ruleset.ts";
import type { LeadExplanation } from "#shared/contract/leads/lead.ts";
import type { LeadRecord } from "#shared/lead-record.ts";

/** Input for an explanation: the day that ages are counted to (ISO 8601 UTC), and the rules that could add points. */
export interface ExplainedBy {
  threshold: number;
  today: string;
  rules: readonly ScoringRule[];
}

/**
 * Explains a lead's score: each stored part with the text around its match, the cap as a number ≤ 0 so that parts and
 * cap add up to the score, the points missing to the threshold (0 when reached), and the rules that could add them.
 */
export function explainLead(
  lead: TextOfLead & Pick<LeadRecord, "score" | "scoreParts" | "createdAt" | "processedAt">,
  { threshold, today, rules }: ExplainedBy,
): LeadExplanation {
  const { score, scoreParts } = lead;
  // When a lead is waiting to be rescored, its stored parts refer to its previous text.
  const current = lead.processedAt === null ? [] : leadTexts(lead);
  const texts = new Map(current.map(({ field, text }) => [field, text]));
  const sum = scoreParts.reduce((total, { points }) => total + points, 0);
  const ageDays = ageInDays(lead.createdAt, today);
  return {
    score,
    threshold,
    parts: scoreParts.map((part) => ({ ...part, ...excerptAround(texts.get(part.field) ?? "", part.start, part.end) })),
    cap: score - sum,
    missing: Math.max(0, threshold - score),
    ageDays,
    open: score < threshold ? openRules(scoreParts, rules, { ageDays, threshold }) : [],
  };
}
