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
