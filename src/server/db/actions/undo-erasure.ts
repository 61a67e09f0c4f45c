import { restoreLeads, type Removal } from "#server/db/lead-changes/lead-removal.ts";
import type { StoredRow } from "#server/db/engine/table.ts";
import type { UndoKind } from "#server/db/journal/undo-kind.ts";

/** Tables with a lead's rows that are deleted when it is removed without a trace. */
export const TRACES = [
  "journal",
  "lead_turns",
  "lead_assignments",
  "lead_comments",
  "act_changes",
  "import_changes",
  "tombstones",
] as const;

/** Undo data of an action that removed leads without a trace. */
export interface StoredErasure {
  removals: Removal[];
  traces: { table: (typeof TRACES)[number]; rows: StoredRow[] }[];
}

/** Restores erased leads with all their records. Rejects with lead_conflict. */
export const undoErasure: UndoKind<StoredErasure> = {
  *undo(engine, { removals, traces }, { at, rescore }) {
    yield* restoreLeads(
      engine,
      removals.map(({ lead, rows }) => ({ lead, rows, after: { ...rescore(lead), updatedAt: at } })),
    );
    for (const { table, rows } of traces) yield* engine.sql.insertMany(table, rows, "on conflict do nothing");
    return { topics: ["leads"], leadIds: removals.map(({ lead }) => lead.id) };
  },
};
