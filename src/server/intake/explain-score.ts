import { excerptAround } from "#server/intake/excerpt.ts";
import { leadTexts, type TextOfLead } from "#server/intake/lead-text.ts";
import type { LeadExplanation } from "#shared/contract/lead.ts";
import type { LeadRecord, ScorePart } from "#shared/lead-record.ts";

/**
 * Says where a lead's points come from: each part with the text around its match, the cap as a number ≤ 0 so that parts
 * and cap add up to the score, and the points missing for the threshold (0 when it is reached).
 */
export function explainLead(
  lead: TextOfLead & Pick<LeadRecord, "score" | "scoreParts">,
  threshold: number,
  parts: readonly ScorePart[] = lead.scoreParts,
): LeadExplanation {
  const texts = new Map(leadTexts(lead).map(({ field, text }) => [field, text]));
  const sum = parts.reduce((total, { points }) => total + points, 0);
  return {
    score: lead.score,
    threshold,
    parts: parts.map((part) => ({ ...part, ...excerptAround(texts.get(part.field) ?? "", part.start, part.end) })),
    cap: lead.score - sum,
    missing: Math.max(0, threshold - lead.score),
  };
}
