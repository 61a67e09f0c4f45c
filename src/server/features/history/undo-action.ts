import type { Undone } from "#shared/contract/journal.ts";
import { counted } from "#shared/counted.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { undoImport } from "#server/features/imports/undo-import.ts";
import { undoShortAction, type UndoneBy, withUndoing } from "#server/features/leads/undo-short-action.ts";
import { acting, beyondSight } from "#server/platform/acting.ts";
import { conflict, notFound } from "#server/platform/errors.ts";
import type { Workspace } from "#server/workspace.ts";
import type { ManyUndo } from "#server/db/journal/undo-kind.ts";
import { runBulk } from "#server/features/leads/bulk-run.ts";
import { conformField } from "#server/features/leads/convert-field.ts";

const CHUNK = 200;

/**
 * Undoes any action for `by`. Of an action on many leads, those with newer changes stay and are counted; undoing an
 * import continues in the background. Throws not_found; conflict if it can't be undone, already was, or something newer
 * blocks it; and not_allowed (403) if only owners may.
 */
export async function undoAction(workspace: Workspace, id: string, who: UndoneBy): Promise<Undone> {
  const { sight } = acting();
  const isOwn = sight === undefined || (await isByCaller(workspace, id));
  if (!isOwn && !(await workspace.store.sees("journal", id))) throw notFound("action");
  const outcome = await undoShortAction(workspace, id, who);
  const { title, leadId } = outcome;
  if (outcome.kind === "undone") return { restored: title, leadId, kept: 0, goesOn: false };
  if (!isOwn) throw conflict("not_undoable", "Only its author or an owner can undo this.");
  const { undo } = outcome;
  if (acting().rehearses === true) {
    throw conflict(
      "no_preview",
      `“${title}” affects many leads and can't be previewed. Undo leaves newer changes alone.`,
    );
  }
  switch (undo.kind) {
    case "many":
      return undoBulkAction(workspace, id, who, title, undo);
    case "import":
      await undoImport(workspace, undo.importId);
      return { restored: title, leadId: null, kept: 0, goesOn: true };
    case "correction": {
      // The classifier is loaded with the first message to save memory.
      const { undoCorrection } = await import("#server/features/mailbox/correct-email.ts");
      await beyondSight(() => undoCorrection(workspace, id, undo));
      return { restored: title, leadId, kept: 0, goesOn: false };
    }
  }
}

/** An account undoes its own action even on a lead that it no longer sees, such as passing it on. */
function isByCaller({ store }: Workspace, id: string): Promise<boolean> {
  return beyondSight(() => store.journal.isBy(id, acting().by));
}

/**
 * Undoes an action on many leads, chunk by chunk. Leads with newer changes stay and are counted. Resumes where it
 * stopped if asked again after a stop. Records that the action changed first are restored first, or block it. Throws
 * conflict if it could be done for none.
 */
async function undoBulkAction(
  workspace: Workspace,
  actId: string,
  who: UndoneBy,
  title: string,
  { records = [] }: ManyUndo,
): Promise<Undone> {
  const { store, clock, feed } = workspace;
  if (records.length > 0) {
    const undoing = { ...who, at: clock().toISOString(), rescore: (lead: StoredLead) => lead };
    feed.changed([...(await store.journal.undoRecordsOf(actId, undoing))]);
  }
  let lastId: string | null = null;
  let done = 0;
  const isOver = await runBulk(workspace, {
    label: `Undoing: ${title}`,
    total: await store.bulkActions.countOpen(actId),
    async step() {
      const taken = await withUndoing(workspace, { by: acting().by }, (undoing) =>
        store.bulkActions.undoStep(actId, lastId, CHUNK, undoing),
      );
      lastId = taken.lastId;
      done += taken.restored + taken.kept;
      return lastId === null ? null : done;
    },
  });
  if (!isOver) {
    throw conflict("undo_ended_early", `This stopped after ${counted(done, "lead")}. Undo it again to continue.`);
  }
  const end = await store.bulkActions.endUndo(actId, { by: acting().by, at: clock().toISOString() });
  feed.changed(["leads", "activity"]);
  for (const { table, key } of records) if (table === "lead_fields") await conformField(workspace, key);
  switch (end.kind) {
    case "already_undone":
      throw conflict("already_undone", "This was already undone.");
    case "nothing_restored":
      throw conflict(
        "undo_conflict",
        "These leads have since been changed or deleted, their addresses belong to other leads, or their owners are gone.",
      );
    case "undone":
      return { restored: end.title, leadId: null, kept: end.kept, goesOn: false };
  }
}
