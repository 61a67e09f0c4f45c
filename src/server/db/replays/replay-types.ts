import type { Replay } from "#shared/contract/replay.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import type { ActionProgress } from "#server/db/lead-changes/action-progress.ts";
import type { StoredPage, StoredPageCursor } from "#server/db/sources/stored-pages.ts";
import type { NewJournalEntry } from "#server/db/journal/journal-entry.ts";
import type { Scored } from "#server/db/rules/rescore-wanted.ts";

/** A stored replay of raw input; `lastLead` is the last lead it reached. */
export type ReplayRecord = Replay & { lastLead: string | null; rowsRead: number; rowsUnreadable: number };

/** A change to a lead, as shown to users. */
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
  /** A fingerprint of the changes, to check whether another replay of the lead gives the same. */
  mark: string;
}

export interface ReplayStore {
  latest(): Promise<ReplayRecord | null>;
  get(id: string): Promise<ReplayRecord | null>;
  /** Replays in progress, or left by a process that ended. */
  unfinished(): Promise<ReplayRecord[]>;
  /** Starts a replay and deletes the proposed changes of earlier ones. */
  create(replay: Omit<ReplayRecord, "id">): Promise<ReplayRecord>;
  update(id: string, patch: Partial<Omit<ReplayRecord, "id">>): Promise<ReplayRecord | null>;
  /**
   * Scans the next `limit` leads above an id for those reported by these kinds of source. `lastId` is null when no
   * leads remain.
   */
  look(
    kinds: readonly string[],
    afterId: string | null,
    limit: number,
  ): Promise<{ leads: StoredLead[]; looked: number; lastId: string | null }>;
  /** Stores leads that would change together with the replay's progress, in one transaction. */
  addLeads(id: string, leads: readonly ReplayLead[], patch: Partial<Omit<ReplayRecord, "id">>): Promise<void>;
  /** Counts its changes. */
  counts(id: string): Promise<Pick<Replay, "leadsChanged" | "changes" | "applied" | "left">>;
  /** The next leads that would change, above an id. */
  leads(id: string, afterId: string | null, limit: number): Promise<ReplayLead[]>;
  /** Leads neither changed nor skipped yet, above an id; limited to `leadIds` where given. */
  open(id: string, afterId: string | null, limit: number, leadIds?: readonly string[]): Promise<ReplayLead[]>;
  /**
   * Changes leads as part of an undoable bulk action and marks each as applied or skipped in the same transaction.
   * Skips a lead when `decide` returns null or it would become an erased person. Rejects with lead_conflict when an
   * email now belongs to another lead.
   */
  apply(
    id: string,
    leadIds: readonly string[],
    decide: (lead: StoredLead) => StoredLead | null,
    act: { soFar: ActionProgress; entryOf: (changed: number) => NewJournalEntry } & Scored,
  ): Promise<ActionProgress>;
  /** Stores pages of a target, replacing earlier versions. */
  keepPages(targetId: string, pages: readonly StoredPage[]): Promise<void>;
  /** The pages with these URLs of any target, by target id. */
  pages(urls: readonly string[]): Promise<Map<string, StoredPage[]>>;
  /**
   * Examines the next `limit` pages and deletes those that name only permanently deleted leads. Null after the last.
   */
  forgetPages(after: StoredPageCursor | null, limit: number): Promise<StoredPageCursor | null>;
  /** Deletes proposed changes of leads that no longer exist. */
  forgetGone(): Promise<void>;
}
