import type { EmailCorrection } from "#shared/contract/mailbox.ts";
import type { NewJournalEntry } from "#server/store/types.ts";
import type { Restored, Undoing } from "#server/store/undo/undo-kind.ts";

export interface JournalEntry extends NewJournalEntry {
  id: string;
  undoable: boolean;
  undoneAt: string | null;
  /** Whether only owners take it back; left out of a lead's own history, which holds nothing of the kind. */
  isForOwners?: boolean;
  /** Of how many leads an act on many is. */
  leads?: number | undefined;
  /** For so many of them it was taken back by an undo that was stopped. */
  undoneLeads?: number | undefined;
}

/** An act on many leads, which `store.bulkActs` takes back. */
export interface ManyUndo {
  kind: "many";
  leads?: number;
  undone?: number;
}

/** What more than one transaction takes back. */
export type LongUndo =
  | ManyUndo
  | { kind: "import"; importId: string }
  | { kind: "correction"; emailId: string; before: EmailCorrection | null; after: EmailCorrection | null };

export type UndoOutcome =
  | { kind: "undone"; title: string; leadId: string | null; restored: Restored }
  | { kind: "unknown" }
  | { kind: "not_undoable" }
  | { kind: "already_undone" }
  /** Something newer stands in the way. */
  | { kind: "conflict"; reason: string }
  /** It takes more than a transaction, and so a workflow. */
  | { kind: "long"; title: string; leadId: string | null; undo: LongUndo };

export interface JournalStore {
  /** `undo` is what taking it back takes, where that is more than a transaction. */
  add(entry: NewJournalEntry, undo?: LongUndo): Promise<string>;
  /** Gives an entry other words, for what became of it. */
  retell(id: string, words: Pick<NewJournalEntry, "title" | "description">): Promise<void>;
  /** Newest first, from below `cursor` (an entry's id). */
  list(limit: number, cursor?: string): Promise<JournalEntry[]>;
  ofLead(leadId: string, limit: number): Promise<JournalEntry[]>;
  /**
   * Restores what an act replaced, unless something newer stands in the way. `judge` scores and decides restored leads by
   * the rules of now, which may be others than when they were replaced. Rejects with not_allowed (403) where only owners
   * may.
   */
  undo(id: string, undoing: Undoing): Promise<UndoOutcome>;
  /** Says that an act was taken back whose undo took more than a transaction; false when that was said before. */
  markUndone(id: string, undone: Pick<NewJournalEntry, "by" | "at" | "description">): Promise<boolean>;
  /**
   * Forgets what taking back acts older than `before` needs, `limit` of them, and what was kept for them of deleted
   * sources and websites. Answers how many acts there were.
   */
  forgetUndo(before: string, limit: number): Promise<number>;
}
