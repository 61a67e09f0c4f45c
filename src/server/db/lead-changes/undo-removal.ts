import { restoreLeads, type Removal } from "#server/db/lead-changes/lead-removal.ts";
import type { UndoKind } from "#server/db/journal/undo-kind.ts";

/** Restores a removed lead. Rejects with lead_conflict when its email address now belongs to another lead. */
export const undoRemoval: UndoKind<Removal> = {
  *undo(engine, { lead, rows }, { at, rescore }) {
    yield* restoreLeads(engine, [{ lead, rows, after: { ...rescore(lead), updatedAt: at } }]);
    return { topics: ["leads"], leadIds: [lead.id] };
  },
};
