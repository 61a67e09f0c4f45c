import type { ChangeTopic } from "#shared/contract/event.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import type { EmailCorrection } from "#shared/contract/mailbox.ts";
import { AppError, conflict } from "#server/platform/errors.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import type { Scored } from "#server/db/rules/rescore-wanted.ts";
import type { Undoer } from "#server/db/engine/table.ts";
import type { Work } from "#server/db/engine/sql.ts";

/** A bulk action, undone by `store.bulkActions`. */
export interface ManyUndo {
  kind: "many";
  leads?: number;
  /** How many were undone, once someone has begun to undo it. */
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

/** Who undoes an action, when, and how restored leads are rescored by the current rules. */
export interface Undoing extends Scored, Undoer {
  by: string;
  at: string;
  rescore: (lead: StoredLead) => StoredLead;
}

/** The undo of the action with this id. */
export interface UndoingAction extends Undoing {
  actId: string;
}

/** What an undo changed, for updating the views that show it. */
export interface Restored {
  topics: readonly ChangeTopic[];
  leadIds: readonly string[];
  /** Describes an undo that skipped something. */
  description?: string;
}

/**
 * How actions of one kind are undone, from their stored undo data. Runs in the undo's transaction, which is rolled back
 * if it throws `inTheWay`. `leadId` is the entry's lead.
 */
export interface UndoKind<Stored> {
  undo(engine: Engine, kept: Stored, undoing: UndoingAction, leadId: string | null): Work<Restored>;
}

const IN_THE_WAY = "undo_conflict";

/** The error for an undo blocked by a newer change; the reason is a sentence shown to people. */
export function inTheWay(reason: string): AppError {
  return conflict(IN_THE_WAY, reason);
}

/** The reason of an `inTheWay` error; null for any other error. */
export function reasonInTheWay(error: unknown): string | null {
  return error instanceof AppError && error.id === IN_THE_WAY ? error.message : null;
}
