import type { Engine } from "#server/db/engine/engine.ts";
import { undoChange } from "#server/db/lead-changes/undo-change.ts";
import { undoDismissal } from "#server/db/duplicates/dismiss-pair.ts";
import { mayUndoComment, undoComment } from "#server/db/comments/comments.ts";
import { undoErasure } from "#server/db/actions/sample-leads.ts";
import { undoFollowUp } from "#server/db/actions/undo-follow-up.ts";
import { undoIntake } from "#server/db/lead-changes/undo-intake.ts";
import type { LongUndo, Restored, UndoingAction, UndoKind } from "#server/db/journal/undo-kind.ts";
import { undoMerge } from "#server/db/lead-changes/undo-merge.ts";
import { mayUndoRecords, undoRecords } from "#server/db/actions/undo-records.ts";
import { undoRemoval } from "#server/db/lead-changes/lead-removal.ts";
import type { Undoer } from "#server/db/engine/table.ts";
import type { Work } from "#server/db/engine/sql.ts";

/** Every kind of action that is undone in one transaction, by the `kind` of its undo data. */
const KINDS = {
  change: undoChange,
  removal: undoRemoval,
  records: undoRecords,
  intake: undoIntake,
  erasure: undoErasure,
  merge: undoMerge,
  dismissal: undoDismissal,
  "follow-up": undoFollowUp,
  comment: undoComment,
} as const satisfies Record<string, UndoKind<never>>;

type Kinds = typeof KINDS;
type StoredBy<K> = K extends UndoKind<infer Own> ? Own : never;
/** Undo data of one kind. "several" is one action in parts, undone in reverse order, all or nothing. */
type Stored =
  | { [K in keyof Kinds]: { kind: K } & StoredBy<Kinds[K]> }[keyof Kinds]
  | { kind: "several"; parts: Stored[] };

/** Parses undo data written by `writeJournal`. */
export function readStored(text: string): Stored | LongUndo {
  return JSON.parse(text) as Stored | LongUndo;
}

export function isLong(kept: Stored | LongUndo): kept is LongUndo {
  return kept.kind === "many" || kept.kind === "import" || kept.kind === "correction";
}

/** Whether this user may undo it. */
export function mayUndo(kept: Stored | LongUndo, who: Undoer): boolean {
  if (kept.kind === "several") return kept.parts.every((part) => mayUndo(part, who));
  if (kept.kind === "comment") return mayUndoComment(kept, who);
  if (kept.kind === "many") return mayUndoRecords({ changes: kept.records ?? [] }, who);
  return kept.kind !== "records" || mayUndoRecords(kept, who);
}

/** Undoes one action from its undo data, or throws `inTheWay`. */
export function* undoStored(
  engine: Engine,
  kept: Stored,
  undoing: UndoingAction,
  leadId: string | null,
): Work<Restored> {
  if (kept.kind !== "several") {
    // Each kind only reads undo data stored under its own name.
    const kind = KINDS[kept.kind] as UndoKind<Stored>;
    return yield* kind.undo(engine, kept, undoing, leadId);
  }
  const restored: Restored[] = [];
  for (const part of kept.parts.toReversed()) restored.push(yield* undoStored(engine, part, undoing, leadId));
  return {
    topics: [...new Set(restored.flatMap(({ topics }) => topics))],
    leadIds: [...new Set(restored.flatMap(({ leadIds }) => leadIds))],
  };
}
