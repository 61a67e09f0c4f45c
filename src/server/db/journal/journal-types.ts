import type { EmailCorrection } from "#shared/contract/mailbox.ts";
import type { Restored } from "#server/db/journal/undo-kind.ts";

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
