import { writeJournal } from "#server/db/journal/journal-rows.ts";
import type { NewJournalEntry } from "#server/db/journal/journal-entry.ts";
import type { ManyUndo } from "#server/db/journal/undo-kind.ts";
import { first, run, sql, type Work } from "#server/db/engine/sql.ts";

/** Progress of a bulk action; its journal entry is created with the first lead that changes. */
export interface ActionProgress {
  actId: string | null;
  changed: number;
}

/** Builds the action's journal entry from the number of leads changed so far. */
export type EntryOf = (changed: number) => NewJournalEntry;

/** Creates or updates the action's journal entry after `more` leads changed. */
export function* writeEntry(
  soFar: ActionProgress,
  more: number,
  entryOf: EntryOf,
): Work<{ actId: string; changed: number }> {
  const changed = soFar.changed + more;
  const entry = entryOf(changed);
  const isNew: ManyUndo = { kind: "many", leads: changed };
  if (soFar.actId === null) return { actId: yield* writeJournal(entry, isNew), changed };
  const stored = yield* first(sql<{ undo: string | null }>`select undo from journal where id = ${soFar.actId}`);
  const kept: ManyUndo = { ...(JSON.parse(stored?.undo ?? "{}") as object), ...isNew };
  const { title, description = "" } = entry;
  yield* run(sql`
    update journal set title = ${title}, description = ${description}, undo = ${JSON.stringify(kept)}
    where id = ${soFar.actId}`);
  return { actId: soFar.actId, changed };
}
