import { restoreLeads, type Removal } from "#server/store/lead-removal.ts";
import type { StoredRow } from "#server/store/record-changes.ts";
import type { UndoKind } from "#server/store/undo/undo-kind.ts";

/** Where rows of a lead stand that go with it when it is removed without a trace. */
export const TRACES = ["journal", "lead_turns", "act_changes", "import_changes", "tombstones"] as const;

/** What an act keeps that removed leads without a trace. */
export interface KeptErasure {
  removals: Removal[];
  traces: { table: (typeof TRACES)[number]; rows: StoredRow[] }[];
}

/** Brings erased leads back with all that was written of them. Rejects with lead_conflict. */
export const undoErasure: UndoKind<KeptErasure> = {
  *undo(engine, { removals, traces }, { at, judge }) {
    yield* restoreLeads(
      engine,
      removals.map(({ lead, rows }) => ({ lead, rows, after: { ...judge(lead), updatedAt: at } })),
    );
    for (const { table, rows } of traces) yield* engine.sql.insertMany(table, rows, "on conflict do nothing");
    return { topics: ["leads"], leadIds: removals.map(({ lead }) => lead.id) };
  },
};
