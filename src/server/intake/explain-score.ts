import { excerptAround } from "#server/intake/excerpt.ts";
import { leadTexts, type TextOfLead } from "#server/intake/lead-text.ts";
import { openRules } from "#server/intake/open-rules.ts";
import { ageInDays } from "#server/intake/rule-points.ts";
import type { ScoringRule } from "#server/intake/ruleset.ts";
import type { LeadExplanation } from "#shared/contract/lead.ts";
import type { LeadRecord } from "#shared/lead-record.ts";

/** What an explanation goes by: the day that ages are counted to (ISO 8601 UTC), and the rules that could give more. */
export interface ExplainedBy {
  threshold: number;
  today: string;
  rules: readonly ScoringRule[];
}

/**
 * Says where a lead's points come from: each stored part with the text around its match, the cap as a number ≤ 0 so that
 * parts and cap add up to the score, the points missing for the threshold (0 when it is reached) and what could give them.
 */
export function explainLead(
  lead: TextOfLead & Pick<LeadRecord, "score" | "scoreParts" | "createdAt">,
  { threshold, today, rules }: ExplainedBy,
): LeadExplanation {
  const { score, scoreParts } = lead;
  const texts = new Map(leadTexts(lead).map(({ field, text }) => [field, text]));
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
