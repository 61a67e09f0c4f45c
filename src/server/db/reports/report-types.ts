import type { StoredLead } from "#shared/lead-record.ts";
import type { LeadStatus } from "#shared/lead-status.ts";

/** A group of leads: how many, and the best of them. */
export interface ChangedLeads {
  count: number;
  leads: StoredLead[];
}

/** Lead status changes in a time range, grouped by current status, without sample leads. */
export interface StatusChanges {
  newlyQualified: ChangedLeads;
  /** Approved or rejected by a person. */
  decided: ChangedLeads;
  noLongerQualified: ChangedLeads;
  /** False when there were too many changes and only the latest were read. */
  isExact: boolean;
}

export interface ReportDecision {
  reportKey: string;
  leadId: string;
  status: LeadStatus;
  at: string;
  /** The action to undo the decision. */
  actId: string | null;
}

export type DecideOutcome =
  | { kind: "decided"; decision: ReportDecision }
  /** A link of the same report was already used to decide this lead. */
  | { kind: "used"; decision: ReportDecision }
  /** The lead no longer waits for a decision. */
  | { kind: "changed"; status: LeadStatus }
  | { kind: "gone" };

export interface ReportDecisionStore {
  /** Leads whose status changed in [from, to), each group with its `limit` best leads. */
  changes(span: { from: string; to: string; limit: number }): Promise<StatusChanges>;
  /** Deletes up to `limit` status changes older than `before`. Returns how many. */
  forgetChanges(before: string, limit: number): Promise<number>;
  /** The decision made for a lead through a report's link; null when there is none. */
  decision(reportKey: string, leadId: string): Promise<ReportDecision | null>;
  /**
   * Decides a lead that rules qualified and no person has decided, once per report, in one transaction with its journal
   * entry.
   */
  decide(decision: Omit<ReportDecision, "actId"> & { by: string }): Promise<DecideOutcome>;
}

/** A report, or one person's digest. */
export interface ReportRecord {
  id: string;
  /** Whose digest it is; null for the team's report. */
  accountId: string | null;
  /** Unique, so that a window gets only one report. */
  windowKey: string;
  messageId: string;
  /**
   * `unknown` when the process ended while sending: the report may have gone out, so it isn't sent again. `skipped` when
   * a digest had nothing to say, or its address was refused.
   */
  state: "sending" | "sent" | "failed" | "unknown" | "skipped";
  leadCount: number;
  error: string;
  startedAt: string;
  finishedAt: string | null;
  /** This report and earlier ones cover everything before this moment; null for reports of older versions. */
  coversTo: string | null;
}

export interface ReportStore extends ReportDecisionStore {
  /** Null when the window's report is done or in progress; a failed one may start again. */
  begin(
    report: Pick<ReportRecord, "windowKey" | "messageId" | "leadCount" | "startedAt"> &
      Partial<Pick<ReportRecord, "coversTo" | "accountId">>,
  ): Promise<ReportRecord | null>;
  finish(id: string, outcome: Pick<ReportRecord, "state" | "error"> & { finishedAt: string }): Promise<void>;
  /** Reports and digests still marked as sending, oldest first: in progress, or left by a process that ended. */
  unfinished(): Promise<ReportRecord[]>;
  /** Marks an unfinished report as unknown. False when it finished in the meantime. */
  giveUp(id: string, outcome: { error: string; finishedAt: string }): Promise<boolean>;
  /** The team's latest. */
  latest(): Promise<ReportRecord | null>;
  /** The last of the team's reports accepted by the mail server. */
  lastSent(): Promise<ReportRecord | null>;
  ofWindow(windowKey: string): Promise<ReportRecord | null>;
  /** The digests begun at or after a time. */
  digestsSince(at: string): Promise<ReportRecord[]>;
  /** Deletes the digests begun before a time. */
  forgetDigests(before: string): Promise<void>;
}
