import type { StoredLead } from "#shared/lead-record.ts";
import type { LeadStatus } from "#shared/lead-status.ts";

/** Leads of a kind: how many, and the best of them. */
export interface ChangedLeads {
  count: number;
  leads: StoredLead[];
}

/** What a span of time made of leads, by the status each has now. Those of the sample are not among them. */
export interface StatusChanges {
  newlyQualified: ChangedLeads;
  /** Approved or rejected by a person. */
  decided: ChangedLeads;
  noLongerQualified: ChangedLeads;
  /** False where more changed than were looked at: the latest were. */
  isExact: boolean;
}

export interface ReportDecision {
  reportKey: string;
  leadId: string;
  status: LeadStatus;
  at: string;
  /** The act that takes it back. */
  actId: string | null;
}

export type DecideOutcome =
  | { kind: "decided"; decision: ReportDecision }
  /** Another or the same was decided for this lead by a link of the same report. */
  | { kind: "used"; decision: ReportDecision }
  /** The lead no longer waits for a decision. */
  | { kind: "changed"; status: LeadStatus }
  | { kind: "gone" };

export interface ReportDecisionStore {
  /** What became of leads whose status changed in [from, to), each group with its `limit` best leads. */
  changes(span: { from: string; to: string; limit: number }): Promise<StatusChanges>;
  /** Forgets changes of status before this moment. */
  forgetChanges(before: string): Promise<void>;
  /** What was decided for a lead by a link of a report; null when nothing was. */
  decision(reportKey: string, leadId: string): Promise<ReportDecision | null>;
  /**
   * Decides a lead that rules have qualified and nobody has decided, once for each report: one transaction with its
   * journal entry.
   */
  decide(decision: Omit<ReportDecision, "actId"> & { by: string }): Promise<DecideOutcome>;
}
