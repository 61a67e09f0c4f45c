import type { ChangeTopic } from "#shared/contract/event.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { AppError, conflict } from "#server/platform/errors.ts";
import type { Engine } from "#server/store/engine.ts";
import type { Scored } from "#server/store/types.ts";
import type { Work } from "#server/store/work.ts";

/** Who takes an act back, when, and how the restored lead is judged by what holds now. */
export interface Undoing extends Scored {
  by: string;
  at: string;
  /** Whether whoever takes it back may change what only owners change; no without it. */
  mayManage?: boolean;
  judge: (lead: StoredLead) => StoredLead;
}

/** Taking one act back, which its id names. */
export interface UndoingAct extends Undoing {
  actId: string;
}

/** What taking back has changed, for those who show it. */
export interface Restored {
  topics: readonly ChangeTopic[];
  leadIds: readonly string[];
}

/**
 * How the acts of one kind are taken back, from what their entry keeps. In the transaction of the undo, which a thrown
 * `inTheWay` ends with nothing changed. `leadId` is the lead that the entry is of.
 */
export interface UndoKind<Kept> {
  undo(engine: Engine, kept: Kept, undoing: UndoingAct, leadId: string | null): Work<Restored>;
}

const IN_THE_WAY = "undo_conflict";

/** What to throw when something newer stands in the way of an undo; the reason is a sentence for people. */
export function inTheWay(reason: string): AppError {
  return conflict(IN_THE_WAY, reason);
}

/** The sentence of an error that `inTheWay` made; null for any other. */
export function reasonInTheWay(error: unknown): string | null {
  return error instanceof AppError && error.id === IN_THE_WAY ? error.message : null;
}
