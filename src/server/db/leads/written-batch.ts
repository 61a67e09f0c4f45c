import type { LeadRecord } from "#shared/lead-record.ts";
import type { Row } from "#server/db/leads/lead-columns.ts";
import type { ChangedLead } from "#server/db/leads/lead-rows.ts";

/** The leads written by a batch. */
export interface WrittenBatch {
  creates: readonly LeadRecord[];
  /** Rows of the created leads. */
  rows: readonly Row[];
  /** Ids of the created leads, in order. */
  ids: readonly string[];
  updates: readonly ChangedLead[];
  source: { id: string | null };
  /** The lead of each of the batch's rows. */
  rowLeads: ReadonlyMap<string, string | null>;
}
