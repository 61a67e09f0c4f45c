import type { DuplicateEvidence, DuplicatePage, DuplicatePair } from "#shared/contract/duplicate.ts";
import type { NewJournalEntry } from "#server/store/types.ts";

/** What of a lead tells who it is, as it is stored. */
export interface ComparedLead {
  id: string;
  name: string;
  company: string;
  scrapeUrl: string;
  emailKey: string | null;
  phoneKey: string | null;
}

/** How leads are matched; both functions are pure. */
export interface Matching<I> {
  /** What is compared of a lead, and the keys under which it meets others. */
  identify(lead: ComparedLead): { identity: I; keys: ReadonlySet<string> };
  /** What speaks for two being one, null where too little does. */
  compare(
    first: I,
    second: I,
    isTelling: (key: string) => boolean,
  ): { confidence: number; evidence: DuplicateEvidence[] } | null;
}

export interface DuplicateStore {
  /** Names all leads as to be compared when they were compared by another version of the matching. */
  useVersion(version: number): Promise<void>;
  /** How many leads are to be compared, counted up to `upTo`. */
  waiting(upTo: number): Promise<number>;
  /** Compares the next `limit` of them with those that they share a key with. Answers how many; 0 when none was left. */
  compareNext<I>(limit: number, matching: Matching<I>): Promise<number>;
  /** The surest first, of leads that are there and were not told apart. */
  page(limit: number, cursor: string | null): Promise<Pick<DuplicatePage, "pairs" | "nextCursor">>;
  /** How many such pairs there are, and of those counted the one found last, with when the younger of its leads came. */
  count(): Promise<Pick<DuplicatePage, "count" | "exact"> & { newest: { id: string; at: string } | null }>;
  /** Those that one lead is in, the surest first. */
  ofLead(leadId: string, limit: number): Promise<DuplicatePair[]>;
  /**
   * Tells the two of a pair apart for as long as both are who they are, with a journal entry that takes it back. Null when
   * there is no such pair; `actId` null when they were told apart before.
   */
  dismiss(id: string, entry: (pair: DuplicatePair) => NewJournalEntry): Promise<{ actId: string | null } | null>;
}
