import { leadTexts, type LeadText, type TextOfLead } from "#server/pipeline/intake/lead-text.ts";
import { TextCollector, type BlockTexts } from "#server/insight/what-if/block-texts.ts";
import { encodeStatus } from "#server/insight/what-if/encoded-status.ts";
import type { LeadRecord } from "#shared/lead-record.ts";

/** The inputs of a lead's score and status, with their current values. */
export interface ScorableLead extends TextOfLead, Pick<LeadRecord, "status" | "statusSetBy" | "score" | "createdAt"> {
  id: number;
}

/** Many leads packed for scoring with little memory. Arrays have one item per lead, ordered by id. */
export interface LeadBlock {
  ids: Float64Array;
  scores: Uint8Array;
  /** The status and who set it, encoded by `standingOf`. */
  states: Uint8Array;
  /** The day of creation, as an index into `days` (2026-01-31). */
  createdOn: Uint16Array;
  days: readonly string[];
  texts: BlockTexts;
}

/** Packs leads one by one, at most 65,536. */
export class BlockPacker {
  readonly #ids: number[] = [];
  readonly #scores: number[] = [];
  readonly #states: number[] = [];
  readonly #createdOn: number[] = [];
  readonly #days = new Map<string, number>();
  readonly #texts = new TextCollector();

  /** Appends a lead; `texts` is the result of `leadTexts` for it. */
  add(lead: ScorableLead, texts: readonly LeadText[]): void {
    const day = lead.createdAt.slice(0, "2026-01-31".length);
    const dayIndex = this.#days.get(day) ?? this.#days.size;
    this.#days.set(day, dayIndex);
    this.#ids.push(lead.id);
    this.#scores.push(lead.score);
    this.#states.push(encodeStatus(lead));
    this.#createdOn.push(dayIndex);
    this.#texts.add(texts);
  }

  block(): LeadBlock {
    return {
      ids: Float64Array.from(this.#ids),
      scores: Uint8Array.from(this.#scores),
      states: Uint8Array.from(this.#states),
      createdOn: Uint16Array.from(this.#createdOn),
      days: [...this.#days.keys()],
      texts: this.#texts.texts(),
    };
  }
}

/** Packs all leads at once. */
export function packLeads(leads: Iterable<ScorableLead>): LeadBlock {
  const packer = new BlockPacker();
  for (const lead of leads) packer.add(lead, leadTexts(lead));
  return packer.block();
}
