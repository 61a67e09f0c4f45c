import { alternativeOf } from "#server/pipeline/intake/alternative-fact.ts";
import type { LeadRecord } from "#shared/lead-record.ts";
import type { LeadStatus, MissingInfo } from "#shared/lead-status.ts";

/**
 * Status by rule: qualified at or above the threshold, pending below it. A status set by a person stays whatever the
 * score, and only people set rejected and approved.
 */
export function decideStatus(
  lead: Pick<LeadRecord, "status" | "statusSetBy" | "score">,
  threshold: number,
): LeadStatus {
  if (lead.statusSetBy === "person" || lead.status === "rejected" || lead.status === "approved") return lead.status;
  return lead.score >= threshold ? "qualified" : "pending";
}

/**
 * What a salesperson still needs to act on a lead. The need counts as known when there are notes or a fact, except
 * facts that only hold an alternative field value from merging.
 */
export function missingInfoOf(
  lead: Pick<LeadRecord, "email" | "phone" | "company" | "notes" | "facts">,
): MissingInfo[] {
  const saysWhatFor = (text: string): boolean => text.trim() !== "";
  const hasNeed =
    saysWhatFor(lead.notes) ||
    lead.facts.some(({ name, value }) => alternativeOf(name) === undefined && saysWhatFor(value));
  const missing: MissingInfo[] = [];
  if (lead.email === "") missing.push("email");
  if (lead.phone === "") missing.push("phone");
  if (lead.company === "") missing.push("company");
  if (!hasNeed) missing.push("need");
  return missing;
}

/**
 * A lead's qualification progress. An open follow-up question takes precedence: it is asked because something is
 * missing, so `incomplete` would always hide it.
 */
export function qualificationStatusOf(
  missingInfo: readonly MissingInfo[],
  hasOpenFollowUp = false,
): LeadRecord["qualificationStatus"] {
  if (hasOpenFollowUp) return "in_progress";
  return missingInfo.length > 0 ? "incomplete" : "complete";
}
