import { decideStatus, missingInfoOf, qualificationStatusOf } from "#server/intake/qualify.ts";
import type { Ruleset } from "#server/intake/ruleset.ts";
import { scoreLead } from "#server/intake/score-lead.ts";
import type { LeadRecord } from "#shared/lead-record.ts";

/** What a lead is judged by. `today` is the UTC day its age is counted to, `now` the time it happens (ISO 8601 UTC). */
export interface Judgement {
  ruleset: Ruleset;
  threshold: number;
  today: string;
  now: string;
}

/** The lead scored and decided afresh. A follow-up question that was open stays so: only its workflow closes it. */
export function assessLead<T extends LeadRecord>(lead: T, { ruleset, threshold, today, now }: Judgement): T {
  const scored: T = { ...lead, ...scoreLead(lead, ruleset, today), processedAt: now };
  const missingInfo = missingInfoOf(scored);
  return {
    ...scored,
    status: decideStatus(scored, threshold),
    missingInfo,
    qualificationStatus: qualificationStatusOf(missingInfo, lead.qualificationStatus === "in_progress"),
  };
}
