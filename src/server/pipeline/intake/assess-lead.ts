import { decideStatus, missingInfoOf, qualificationStatusOf } from "#server/pipeline/intake/qualify.ts";
import type { StepBudget } from "#server/pipeline/intake/keywords/regex-matcher.ts";
import { withAddressQuality } from "#server/pipeline/intake/lead-text.ts";
import { addRuleTags, type RuleTags } from "#server/pipeline/intake/lead-tags.ts";
import type { Ruleset } from "#server/pipeline/intake/ruleset.ts";
import { scoreWithin } from "#server/pipeline/intake/score-lead.ts";
import type { LeadRecord } from "#shared/lead-record.ts";

/** What a lead is scored with. `today` is the UTC day its age is counted to, `now` the current time (ISO 8601 UTC). */
export interface ScoringOptions {
  ruleset: Ruleset;
  /** The tags that rules add; none when omitted. */
  ruleTags?: RuleTags;
  threshold: number;
  today: string;
  now: string;
  /** Step budget for regular expressions; unlimited when omitted. */
  budget?: StepBudget;
}

/**
 * Rescores the lead and sets its status. If that exceeds the budget, the lead keeps its score and status, and
 * `processedAt` is null until it is scored. An open follow-up question stays open: only its workflow closes it.
 */
export function assessLead<T extends LeadRecord>(lead: T, scoring: ScoringOptions): T {
  const score = scoreWithin(withAddressQuality(lead), scoring);
  const scored: T = { ...lead, ...score, processedAt: score === null ? null : scoring.now };
  const missingInfo = missingInfoOf(scored);
  return {
    ...scored,
    tagMarks: addRuleTags(lead.tagMarks, scored.scoreParts, scoring.ruleTags),
    status: score === null ? lead.status : decideStatus(scored, scoring.threshold),
    missingInfo,
    qualificationStatus: qualificationStatusOf(missingInfo, lead.qualificationStatus === "in_progress"),
  };
}
