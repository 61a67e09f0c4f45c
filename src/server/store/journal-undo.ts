import { AppError } from "#server/platform/errors.ts";
import type { Engine } from "#server/store/engine.ts";
import { lockedJournalRow, markUndone } from "#server/store/journal-rows.ts";
import { followRules } from "#server/store/rescore-wanted.ts";
import { isRowId } from "#server/store/row-id.ts";
import type { UndoOutcome } from "#server/store/journal-types.ts";
import { reasonInTheWay, type Undoing } from "#server/store/undo/undo-kind.ts";
import { isLong, readKept, undoKept } from "#server/store/undo/undo-kinds.ts";
import type { Work } from "#server/store/work.ts";

/** Restores what an act replaced, unless something newer stands in the way, and writes that in the journal. */
export async function undoAct(engine: Engine, id: string, undoing: Undoing): Promise<UndoOutcome> {
  if (!isRowId(id)) return { kind: "unknown" };
  try {
    return await engine.transact(() => undo(engine, id, undoing));
  } catch (error) {
    const reason = reasonInTheWay(error);
    if (reason !== null) return { kind: "conflict", reason };
    if (!(error instanceof AppError) || error.id !== "lead_conflict") throw error;
    return { kind: "conflict", reason: "Another lead has this e-mail address now." };
  }
}

function* undo(engine: Engine, id: string, undoing: Undoing): Work<UndoOutcome> {
  const act = yield* lockedJournalRow(engine, id);
  if (act === null) return { kind: "unknown" };
  if (act.undone_at !== null) return { kind: "already_undone" };
  if (act.undo === null) return { kind: "not_undoable" };
  const { title } = act;
  const leadId = act.lead_id === null ? null : String(act.lead_id);
  const kept = readKept(act.undo);
  if (isLong(kept)) return { kind: "long", title, leadId, undo: kept };
  const restored = yield* undoKept(engine, kept, { ...undoing, actId: id }, leadId);
  yield* markUndone(engine, act, { ...undoing, description: act.description });
  // Where no lead was scored, a threshold that was taken back is the only thing that has changed.
  if (restored.leadIds.length > 0) yield* followRules(engine, undoing);
  return { kind: "undone", title, leadId, restored };
}
