import { leadTexts, type LeadText, type TextOfLead } from "#server/intake/lead-text.ts";
import { TextCollector, type BlockTexts } from "#server/intake/what-if/block-texts.ts";
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

/** Packs one lead after the other, at most 65,536. */
export class BlockPacker {
  readonly #ids: number[] = [];
  readonly #scores: number[] = [];
  readonly #standings: number[] = [];
  readonly #createdOn: number[] = [];
  readonly #days = new Map<string, number>();
  readonly #texts = new TextCollector();

  /** Adds a lead after those that are there; its texts are `leadTexts` of it. */
  add(lead: ScorableLead, texts: readonly LeadText[]): void {
    const day = lead.createdAt.slice(0, "2026-01-31".length);
    const dayIndex = this.#days.get(day) ?? this.#days.size;
    this.#days.set(day, dayIndex);
    this.#ids.push(lead.id);
    this.#scores.push(lead.score);
    this.#standings.push(standingOf(lead));
    this.#createdOn.push(dayIndex);
    this.#texts.add(texts);
  }

  block(): LeadBlock {
    return {
      ids: Float64Array.from(this.#ids),
      scores: Uint8Array.from(this.#scores),
      standings: Uint8Array.from(this.#standings),
      createdOn: Uint16Array.from(this.#createdOn),
      days: [...this.#days.keys()],
      texts: this.#texts.texts(),
    };
  }
}

/** Packs leads at once. */
export function packLeads(leads: Iterable<ScorableLead>): LeadBlock {
  const packer = new BlockPacker();
  for (const lead of leads) packer.add(lead, leadTexts(lead));
  return packer.block();
}
