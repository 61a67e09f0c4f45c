import type { StoredLead } from "#shared/lead-record.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { changeOf, lockedEntry, writeJournal } from "#server/db/journal/journal-rows.ts";
import { changedFields } from "#server/db/leads/lead-columns.ts";
import { freeEmailKeys, lockedLeads, writeLeads } from "#server/db/leads/lead-rows.ts";
import { becomingErased } from "#server/db/erasure/erased-keys.ts";
import { run, sql, type Work } from "#server/db/engine/sql.ts";
import { conflict } from "#server/platform/errors.ts";
import type { NewJournalEntry } from "#server/db/journal/journal-entry.ts";
import type { ManyUndo } from "#server/db/journal/undo-kind.ts";

/** Progress of a bulk action; its journal entry is created with the first lead that changes. */
export interface ActionProgress {
  actId: string | null;
  changed: number;
}

/** Builds the action's journal entry from the number of leads changed so far. */
export type EntryOf = (changed: number) => NewJournalEntry;

/** The id of the error that ends an action which someone undoes while it runs. */
export const ACTION_UNDONE = "action_undone";

/**
 * Creates or updates the action's journal entry after `more` leads changed. Throws action_undone (409) once someone has
 * begun to undo the action: what it changed from then on could not be undone.
 */
export function* writeEntry(
  engine: Engine,
  soFar: ActionProgress,
  more: number,
  entryOf: EntryOf,
): Work<{ actId: string; changed: number }> {
  const changed = soFar.changed + more;
  const entry = entryOf(changed);
  const isNew: ManyUndo = { kind: "many", leads: changed };
  if (soFar.actId === null) return { actId: yield* writeJournal(entry, isNew), changed };
  const act = yield* lockedEntry(engine, soFar.actId);
  const kept: ManyUndo = { ...(JSON.parse(act?.undo ?? "{}") as object), ...isNew };
  if (kept.undone !== undefined || kept.areRecordsUndone === true || (act !== null && act.undoneAt !== null)) {
    throw conflict(ACTION_UNDONE, "This was undone while it was running, so it stopped.");
  }
  const { title, description = "" } = entry;
  yield* run(sql`
    update journal set title = ${title}, description = ${description}, undo = ${JSON.stringify(kept)}
    where id = ${soFar.actId}`);
  return { actId: soFar.actId, changed };
}

/**
 * Changes the leads for which `decide` returns a new value (null skips one) and stores the undo data. Skips a lead that
 * would become an erased person.
 */
export function* changeMany(
  engine: Engine,
  ids: readonly string[],
  decide: (lead: StoredLead) => StoredLead | null,
  soFar: ActionProgress,
  entryOf: EntryOf,
): Work<{ act: ActionProgress; changed: string[] }> {
  const decided = (yield* lockedLeads(engine, ids)).flatMap((before) => {
    const after = decide(before);
    const fields = after === null ? [] : changedFields(before, after).filter((field) => field !== "updatedAt");
    return after === null || fields.length === 0 ? [] : [{ before, after, fields }];
  });
  const erased = yield* becomingErased(engine, decided);
  const pairs = decided.filter((pair) => !erased.has(pair));
  if (pairs.length === 0) return { act: soFar, changed: [] };
  const act = yield* writeEntry(engine, soFar, pairs.length, entryOf);
  yield* freeEmailKeys(engine, pairs);
  yield* writeLeads(engine, pairs);
  yield* engine.sql.insertMany(
    "act_changes",
    pairs.map(({ before, after, fields }) => ({
      act_id: act.actId,
      lead_id: before.id,
      undo: JSON.stringify(changeOf(before, after, fields)),
    })),
  );
  return { act, changed: pairs.map(({ before }) => before.id) };
}
