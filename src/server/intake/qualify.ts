import { alternativeOf } from "#server/intake/alternative-fact.ts";
import type { LeadRecord } from "#shared/lead-record.ts";
import type { LeadStatus, MissingInfo } from "#shared/lead-status.ts";

/**
 * The status by rule: at or above the threshold qualified, below it pending. A status that a person set stays whatever
 * the score, and rejected and approved are only ever set by people.
 */
export function decideStatus(
  lead: Pick<LeadRecord, "status" | "statusSetBy" | "score">,
  threshold: number,
): LeadStatus {
  if (lead.statusSetBy === "person" || lead.status === "rejected" || lead.status === "approved") return lead.status;
  return lead.score >= threshold ? "qualified" : "pending";
}

/**
 * What a sales person lacks to act on a lead. A need is known when there are notes or a fact; another value for a field,
 * which merging leaves as a fact, tells no need.
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
 * How far a lead's qualification is. An open follow-up question goes first: it is asked because something is missing,
 * so behind `incomplete` it would never be seen.
 */
export function qualificationStatusOf(
  missingInfo: readonly MissingInfo[],
  hasOpenFollowUp = false,
): LeadRecord["qualificationStatus"] {
  if (hasOpenFollowUp) return "in_progress";
  return missingInfo.length > 0 ? "incomplete" : "complete";
}
