import type { DuplicateEvidence } from "#shared/contract/leads/duplicate.ts";

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
