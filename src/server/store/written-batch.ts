import type { LeadRecord } from "#shared/lead-record.ts";
import type { ChangedLead } from "#server/store/lead-rows.ts";
import type { LeadBatch } from "#server/store/types.ts";

/** What a batch has done to leads. */
export interface WrittenBatch {
  creates: readonly LeadRecord[];
  /** The ids of `creates`, in order. */
  ids: readonly string[];
  updates: readonly ChangedLead[];
  source: LeadBatch["source"];
  /** The lead of each of its rows. */
  rowLeads: ReadonlyMap<string, string | null>;
}
