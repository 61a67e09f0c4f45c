import type { Undone } from "#shared/contract/journal.ts";
import { undoImport } from "#server/workflows/imports/undo-import.ts";
import { undoBulkAct } from "#server/workflows/journal/undo-bulk-act.ts";
import { undoShortAct, type UndoneBy } from "#server/workflows/journal/undo-short-act.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/**
 * Takes back for `by` what a person did, whatever it was. Of an act on many leads those stay that something newer stands in the
 * way of, and are counted; taking an import back goes on in the background. Throws not_found, and conflict when it cannot
 * be taken back, was already, or something newer stands in the way, and not_allowed (403) where only owners may.
 */
export async function undoAct(workspace: Workspace, id: string, who: UndoneBy): Promise<Undone> {
  const outcome = await undoShortAct(workspace, id, who);
  const { title, leadId } = outcome;
  if (outcome.kind === "undone") return { restored: title, leadId, kept: 0, goesOn: false };
  const { undo } = outcome;
  switch (undo.kind) {
    case "many":
      return undoBulkAct(workspace, id, title);
    case "import":
      await undoImport(workspace, undo.importId);
      return { restored: title, leadId: null, kept: 0, goesOn: true };
    case "correction": {
      // What judges messages is loaded with the first one: it is memory for nothing before.
      const { undoCorrection } = await import("#server/workflows/mail/correct-email.ts");
      await undoCorrection(workspace, id, undo);
      return { restored: title, leadId, kept: 0, goesOn: false };
    }
  }
}
