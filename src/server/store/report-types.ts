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
  /** Forgets changes of status before this moment, `limit` of them. Answers how many. */
  forgetChanges(before: string, limit: number): Promise<number>;
  /** What was decided for a lead by a link of a report; null when nothing was. */
  decision(reportKey: string, leadId: string): Promise<ReportDecision | null>;
  /**
   * Decides a lead that rules have qualified and nobody has decided, once for each report: one transaction with its
   * journal entry.
   */
  decide(decision: Omit<ReportDecision, "actId"> & { by: string }): Promise<DecideOutcome>;
}

export interface ReportRecord {
  id: string;
  /** Unique: a report for a window is made once. */
  windowKey: string;
  messageId: string;
  /** `unknown` when the process ended while it was sending: the report may have gone out, so it is not sent again. */
  state: "sending" | "sent" | "failed" | "unknown";
  leadCount: number;
  error: string;
  startedAt: string;
  finishedAt: string | null;
  /** What happened before this moment was told in it or in one before; null for reports of older versions. */
  coversTo: string | null;
}

export interface ReportStore extends ReportDecisionStore {
  /** Null when the window has its report already, or it is under way; one that failed may begin again. */
  begin(
    report: Pick<ReportRecord, "windowKey" | "messageId" | "leadCount" | "startedAt"> &
      Partial<Pick<ReportRecord, "coversTo">>,
  ): Promise<ReportRecord | null>;
  finish(id: string, outcome: Pick<ReportRecord, "state" | "error"> & { finishedAt: string }): Promise<void>;
  /** Those begun and not finished, oldest first: under way, or left by a process that ended. */
  unfinished(): Promise<ReportRecord[]>;
  /** Makes an unfinished report an unknown one. False when it has been finished meanwhile. */
  giveUp(id: string, outcome: { error: string; finishedAt: string }): Promise<boolean>;
  latest(): Promise<ReportRecord | null>;
  /** The one that last reached the mail server. */
  lastSent(): Promise<ReportRecord | null>;
  ofWindow(windowKey: string): Promise<ReportRecord | null>;
}
