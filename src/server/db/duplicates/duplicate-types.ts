import type { DuplicateEvidence, DuplicatePage, DuplicatePair } from "#shared/contract/leads/duplicate.ts";
import type { NewJournalEntry } from "#server/db/journal/journal-entry.ts";

/** The stored fields that identify a lead. */
export interface ComparedLead {
  id: string;
  name: string;
  company: string;
  scrapeUrl: string;
  emailKey: string | null;
  phoneKey: string | null;
}

/** The matching of leads; both functions are pure. */
export interface Matching<I> {
  /** The data to compare, and the keys under which a lead is matched with others. */
  identify(lead: ComparedLead): { identity: I; keys: ReadonlySet<string> };
  /** The evidence that two leads are the same person; null when there is too little. */
  compare(
    first: I,
    second: I,
    isDistinctive: (key: string) => boolean,
  ): { confidence: number; evidence: DuplicateEvidence[] } | null;
}

export interface DuplicateStore {
  /** Queues all leads for comparison if the matching version has changed. */
  useVersion(version: number): Promise<void>;
  /** How many leads are queued for comparison, counted up to `upTo`. */
  waiting(upTo: number): Promise<number>;
  /** Compares the next `limit` queued leads with those that share a key. Returns how many; 0 when none were left. */
  compareNext<I>(limit: number, matching: Matching<I>): Promise<number>;
  /** Pairs of existing leads that weren't dismissed, highest confidence first. */
  page(limit: number, cursor: string | null): Promise<Pick<DuplicatePage, "pairs" | "nextCursor">>;
  /** The number of such pairs; and the most recently found one of them, with the arrival time of its younger lead. */
  count(): Promise<Pick<DuplicatePage, "count" | "exact"> & { newest: { id: string; at: string } | null }>;
  /** The pairs of one lead, highest confidence first. */
  ofLead(leadId: string, limit: number): Promise<DuplicatePair[]>;
  /**
   * Dismisses a pair for as long as both leads keep their identity, with a journal entry to undo it. Null when there is
   * no such pair; `actId` is null when it was already dismissed.
   */
  dismiss(id: string, entry: (pair: DuplicatePair) => NewJournalEntry): Promise<{ actId: string | null } | null>;
}
