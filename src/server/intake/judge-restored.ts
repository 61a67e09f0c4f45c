import type { Judgement } from "#server/intake/assess-lead.ts";
import { missingInfoOf, qualificationStatusOf } from "#server/intake/qualify.ts";
import { rescoreLead } from "#server/intake/rescore-lead.ts";
import type { StoredLead } from "#shared/lead-record.ts";

/**
 * A lead whose values were put back, judged by what holds now: what is missing is told by all its values, of which only
 * some are those of before.
 */
export function judgeRestored(lead: StoredLead, judgement: Judgement): StoredLead {
  const missingInfo = missingInfoOf(lead);
  const isInProgress = lead.qualificationStatus === "in_progress";
  const told = { ...lead, missingInfo, qualificationStatus: qualificationStatusOf(missingInfo, isInProgress) };
  return rescoreLead(told, judgement) ?? told;
}
