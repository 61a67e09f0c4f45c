import type { ChangeTopic } from "#shared/contract/event.ts";
import type { EmailCorrection } from "#shared/contract/mailbox.ts";
import type { JournalEntry, NewJournalEntry } from "#server/db/journal/journal-entry.ts";
import type { Undoer } from "#server/db/engine/table.ts";
import type { Restored, Undoing } from "#server/db/journal/undo-kind.ts";

/** A bulk action, undone by `store.bulkActions`. */
export interface ManyUndo {
  kind: "many";
  leads?: number;
  undone?: number;
  /** The records that it changed first, as `undoRecords` reads them, until they are restored. */
  records?: readonly { table: string; key: string }[];
  areRecordsUndone?: true;
}

/** Undo data of actions that need more than one transaction to undo. */
export type LongUndo =
  | ManyUndo
  | { kind: "import"; importId: string }
  | { kind: "correction"; emailId: string; before: EmailCorrection | null; after: EmailCorrection | null };

export type UndoOutcome =
  | { kind: "undone"; title: string; leadId: string | null; restored: Restored }
  | { kind: "unknown" }
  | { kind: "not_undoable" }
  | { kind: "already_undone" }
  /** A newer change blocks the undo. */
  | { kind: "conflict"; reason: string }
  /** The undo needs several transactions, so it runs as a workflow. */
  | { kind: "long"; title: string; leadId: string | null; undo: LongUndo };

export interface JournalStore {
  /** `undo` is the undo data, for actions that need more than one transaction to undo. */
  add(entry: NewJournalEntry, undo?: LongUndo): Promise<string>;
  /** Updates an entry's texts to report its outcome. */
  rewrite(id: string, words: Pick<NewJournalEntry, "title" | "description">): Promise<void>;
  /** Newest first, below `cursor` (an entry's id), with what `who` can undo, or anyone. */
  list(limit: number, cursor?: string, who?: Undoer): Promise<JournalEntry[]>;
  ofLead(leadId: string, limit: number): Promise<JournalEntry[]>;
  /**
   * Restores what an action replaced, unless a newer change conflicts. `rescore` scores and classifies restored leads by
   * the current rules, which may have changed since. Rejects with not_allowed (403) when only others may undo it.
   */
  undo(id: string, undoing: Undoing): Promise<UndoOutcome>;
  /** Restores the records that a bulk action changed first; returns what to announce. Throws undo_conflict. */
  undoRecordsOf(id: string, undoing: Undoing): Promise<readonly ChangeTopic[]>;
  /** Whether this actor took the action. */
  isBy(id: string, actor: string): Promise<boolean>;
  /** Records that an action was undone in several transactions; false when that was already recorded. */
  markUndone(id: string, undone: Pick<NewJournalEntry, "by" | "at" | "description">): Promise<boolean>;
  /** Who last changed one of these records, or undid a change to it, and when; null if that was long ago. */
  lastChange(table: string, keys: readonly string[]): Promise<Pick<JournalEntry, "by" | "at"> | null>;
  /**
   * Deletes the undo data of up to `limit` actions older than `before`, and data of deleted sources and websites stored
   * for them. Returns the number of actions.
   */
  forgetUndo(before: string, limit: number): Promise<number>;
}
