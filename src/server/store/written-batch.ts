import type { Row } from "#server/store/lead-columns.ts";
import type { ChangedLead } from "#server/store/lead-rows.ts";
import type { LeadBatch } from "#server/store/types.ts";

/** What a batch has done to leads. */
export interface WrittenBatch {
  /** The rows of the leads it created. */
  rows: readonly Row[];
  /** Their ids, in order. */
  ids: readonly string[];
  updates: readonly ChangedLead[];
  source: LeadBatch["source"];
  /** The lead of each of its rows. */
  rowLeads: ReadonlyMap<string, string | null>;
}
