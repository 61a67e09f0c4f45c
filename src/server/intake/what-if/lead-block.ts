import { leadTexts, type TextOfLead } from "#server/intake/lead-text.ts";
import { BlockTexts } from "#server/intake/what-if/block-texts.ts";
import { standingOf } from "#server/intake/what-if/standing.ts";
import type { LeadRecord } from "#shared/lead-record.ts";

/** What of a lead its score and status are made of, and the two as they are. */
export interface ScorableLead extends TextOfLead, Pick<LeadRecord, "status" | "statusSetBy" | "score" | "createdAt"> {
  id: number;
}

/** Many leads as scoring needs them, in little memory. Arrays have an item for each lead, in the order of the ids. */
export interface LeadBlock {
  ids: Float64Array;
  scores: Uint8Array;
  /** The status and who set it, as `standingOf` numbers them. */
  standings: Uint8Array;
  /** The day of creation, as an index into `days` (2026-01-31). */
  createdOn: Uint16Array;
  days: readonly string[];
  texts: BlockTexts;
}

/** Packs at most 65,536 leads. */
export function packLeads(leads: readonly ScorableLead[]): LeadBlock {
  const days = new Map<string, number>();
  return {
    ids: Float64Array.from(leads, ({ id }) => id),
    scores: Uint8Array.from(leads, ({ score }) => score),
    standings: Uint8Array.from(leads, standingOf),
    createdOn: Uint16Array.from(leads, ({ createdAt }) => {
      const day = createdAt.slice(0, "2026-01-31".length);
      const index = days.get(day) ?? days.size;
      days.set(day, index);
      return index;
    }),
    days: [...days.keys()],
    texts: new BlockTexts(leads.map(leadTexts)),
  };
}
