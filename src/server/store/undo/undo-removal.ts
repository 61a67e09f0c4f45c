import { restoreLeads, type Removal } from "#server/store/lead-removal.ts";
import type { UndoKind } from "#server/store/undo/undo-kind.ts";

/** Brings a lead back that an act removed. Rejects with lead_conflict when its e-mail address is another lead's by now. */
export const undoRemoval: UndoKind<Removal> = {
  *undo(engine, { lead, rows }, { at, judge }) {
    yield* restoreLeads(engine, [{ lead, rows, after: { ...judge(lead), updatedAt: at } }]);
    return { topics: ["leads"], leadIds: [lead.id] };
  },
};
