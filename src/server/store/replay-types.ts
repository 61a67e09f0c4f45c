import type { Replay } from "#shared/contract/replay.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import type { ActSoFar } from "#server/store/bulk-acts.ts";
import type { KeptPageCursor } from "#server/store/kept-pages.ts";
import type { NewJournalEntry, Scored } from "#server/store/types.ts";

/** A reading of raw input as kept; `lastLead` is the lead it has come to. */
export type ReplayRecord = Replay & { lastLead: string | null };

/** What would change about a lead, as people are shown it. */
export interface ShownChange {
  field: string;
  before: string;
  after: string;
  why: string;
}

/** A lead that would change. */
export interface ReplayLead {
  leadId: string;
  name: string;
  changes: ShownChange[];
  /** Tells whether another reading of the lead would change the same. */
  mark: string;
}

/** A page as it was read; its HTML deflated. */
export interface KeptPage {
  url: string;
  readAt: string;
  html: Buffer;
}

export interface ReplayStore {
  latest(): Promise<ReplayRecord | null>;
  get(id: string): Promise<ReplayRecord | null>;
  /** Those under way, or left by a process that ended. */
  unfinished(): Promise<ReplayRecord[]>;
  /** Begins a new one; what former ones would have changed is forgotten. */
  create(replay: Omit<ReplayRecord, "id">): Promise<ReplayRecord>;
  update(id: string, patch: Partial<Omit<ReplayRecord, "id">>): Promise<ReplayRecord | null>;
  /**
   * Looks through the next `limit` leads above an id, for those that rows of one of these kinds of source have told of.
   * `lastId` is null when there are no more.
   */
  look(
    kinds: readonly string[],
    afterId: string | null,
    limit: number,
  ): Promise<{ leads: StoredLead[]; looked: number; lastId: string | null }>;
  /** Writes leads that would change with how far the replay is, in one transaction. */
  addLeads(id: string, leads: readonly ReplayLead[], patch: Partial<Omit<ReplayRecord, "id">>): Promise<void>;
  /** The next leads that would change, above an id. */
  leads(id: string, afterId: string | null, limit: number): Promise<ReplayLead[]>;
  /** Those that it was neither applied to nor left for, above an id; of these ids where given. */
  open(id: string, afterId: string | null, limit: number, leadIds?: readonly string[]): Promise<ReplayLead[]>;
  /**
   * Changes leads as `decide` says (null, and who would become somebody erased: one that is left), as a part of an act on many that can be taken back, and says
   * so of them in the same transaction. Rejects with lead_conflict when an e-mail has come to be another lead's.
   */
  apply(
    id: string,
    leadIds: readonly string[],
    decide: (lead: StoredLead) => StoredLead | null,
    act: { soFar: ActSoFar; told: (changed: number) => NewJournalEntry } & Scored,
  ): Promise<ActSoFar>;
  /** Keeps pages of a target in place of their former ones. */
  keepPages(targetId: string, pages: readonly KeptPage[]): Promise<void>;
  /** The pages with these addresses, whatever target they are of, by the target's id. */
  pages(urls: readonly string[]): Promise<Map<string, KeptPage[]>>;
  /** Forgets those of the next `limit` pages that name only leads that are gone for good. Null when it was the last. */
  forgetPages(after: KeptPageCursor | null, limit: number): Promise<KeptPageCursor | null>;
  /** Forgets what would have changed of leads that are gone. */
  forgetGone(): Promise<void>;
}
