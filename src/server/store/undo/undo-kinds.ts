import type { Engine } from "#server/store/engine.ts";
import type { LongUndo } from "#server/store/journal-types.ts";
import { undoChange } from "#server/store/undo/undo-change.ts";
import { undoDismissal } from "#server/store/undo/undo-dismissal.ts";
import { undoErasure } from "#server/store/undo/undo-erasure.ts";
import { undoFollowUp } from "#server/store/undo/undo-follow-up.ts";
import { undoIntake } from "#server/store/undo/undo-intake.ts";
import type { Restored, UndoingAct, UndoKind } from "#server/store/undo/undo-kind.ts";
import { undoMerge } from "#server/store/undo/undo-merge.ts";
import { isOfOwners, undoRecords } from "#server/store/undo/undo-records.ts";
import { undoRemoval } from "#server/store/undo/undo-removal.ts";
import type { Work } from "#server/store/work.ts";

/** Every kind of act that one transaction takes back, by the `kind` of what its entry keeps. */
const KINDS = {
  change: undoChange,
  removal: undoRemoval,
  records: undoRecords,
  intake: undoIntake,
  erasure: undoErasure,
  merge: undoMerge,
  dismissal: undoDismissal,
  "follow-up": undoFollowUp,
} as const satisfies Record<string, UndoKind<never>>;

type Kinds = typeof KINDS;
type KeptBy<K> = K extends UndoKind<infer Own> ? Own : never;
/** An act of one kind; several parts are one act, taken back all or not at all, the last first. */
type Kept = { [K in keyof Kinds]: { kind: K } & KeptBy<Kinds[K]> }[keyof Kinds] | { kind: "several"; parts: Kept[] };

/** What an entry keeps, as `writeJournal` wrote it. */
export function readKept(text: string): Kept | LongUndo {
  return JSON.parse(text) as Kept | LongUndo;
}

export function isLong(kept: Kept | LongUndo): kept is LongUndo {
  return kept.kind === "many" || kept.kind === "import" || kept.kind === "correction";
}

/** Whether only owners take back what an entry keeps. */
export function isForOwners(kept: Kept | LongUndo): boolean {
  if (kept.kind === "several") return kept.parts.some(isForOwners);
  return kept.kind === "records" && isOfOwners(kept);
}

/** Takes back what an entry keeps, or throws `inTheWay`. */
export function* undoKept(engine: Engine, kept: Kept, undoing: UndoingAct, leadId: string | null): Work<Restored> {
  if (kept.kind !== "several") {
    // Each kind reads what the acts of its own name keep.
    const kind = KINDS[kept.kind] as UndoKind<Kept>;
    return yield* kind.undo(engine, kept, undoing, leadId);
  }
  const restored: Restored[] = [];
  for (const part of kept.parts.toReversed()) restored.push(yield* undoKept(engine, part, undoing, leadId));
  return {
    topics: [...new Set(restored.flatMap(({ topics }) => topics))],
    leadIds: [...new Set(restored.flatMap(({ leadIds }) => leadIds))],
  };
}
