import type { Undone } from "#shared/contract/journal.ts";
import { undoImport } from "#server/features/imports/undo-import.ts";
import { undoBulkAction } from "#server/features/history/undo-bulk-action.ts";
import { undoShortAction, type UndoneBy } from "#server/features/leads/undo-short-action.ts";
import { acting, beyondSight } from "#server/platform/acting.ts";
import { conflict, notFound } from "#server/platform/errors.ts";
import type { Workspace } from "#server/workspace.ts";

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
      return undoBulkAction(workspace, id, title, undo);
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
