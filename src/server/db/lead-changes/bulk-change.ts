import type { StoredLead } from "#shared/lead-record.ts";
import { writeEntry, type ActionProgress, type EntryOf } from "#server/db/lead-changes/action-progress.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { changeOf } from "#server/db/journal/journal-rows.ts";
import { changedFields } from "#server/db/leads/lead-columns.ts";
import { freeEmailKeys, lockedLeads, writeLeads } from "#server/db/leads/lead-rows.ts";
import { becomingErased } from "#server/db/erasure/becoming-erased.ts";
import type { Work } from "#server/db/engine/sql.ts";

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
  const act = yield* writeEntry(soFar, pairs.length, entryOf);
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
