import { AppError } from "#server/platform/errors.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { lockedJournalRow, markUndone } from "#server/db/journal/journal-rows.ts";
import { followRules } from "#server/db/rules/rescore-wanted.ts";
import { isRowId } from "#server/db/engine/row-id.ts";
import { reasonInTheWay, type Undoing, type UndoOutcome } from "#server/db/journal/undo-kind.ts";
import { isLong, readStored, undoStored } from "#server/db/actions/undo-kinds.ts";
import type { Work } from "#server/db/engine/work.ts";

/** Restores what an action replaced, unless a newer change conflicts, and journals the undo. */
export async function undoAction(engine: Engine, id: string, undoing: Undoing): Promise<UndoOutcome> {
  if (!isRowId(id)) return { kind: "unknown" };
  try {
    return await engine.transact(() => undo(engine, id, undoing));
  } catch (error) {
    const reason = reasonInTheWay(error);
    if (reason !== null) return { kind: "conflict", reason };
    if (!(error instanceof AppError) || error.id !== "lead_conflict") throw error;
    return { kind: "conflict", reason: "Another lead has this email address now." };
  }
}

function* undo(engine: Engine, id: string, undoing: Undoing): Work<UndoOutcome> {
  const act = yield* lockedJournalRow(engine, id);
  if (act === null) return { kind: "unknown" };
  if (act.undone_at !== null) return { kind: "already_undone" };
  if (act.undo === null) return { kind: "not_undoable" };
  const { title } = act;
  const leadId = act.lead_id === null ? null : String(act.lead_id);
  const kept = readStored(act.undo);
  if (isLong(kept)) return { kind: "long", title, leadId, undo: kept };
  const restored = yield* undoStored(engine, kept, { ...undoing, actId: id }, leadId);
  yield* markUndone(act, { ...undoing, description: restored.description ?? act.description });
  // Unless a lead was scored, nothing but a restored threshold can have changed.
  if (restored.leadIds.length > 0) yield* followRules(engine, undoing);
  return { kind: "undone", title, leadId, restored };
}
