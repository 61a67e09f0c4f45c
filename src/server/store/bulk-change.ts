import type { StoredLead } from "#shared/lead-record.ts";
import { tellAct, type ActSoFar, type Told } from "#server/store/bulk-acts.ts";
import type { Engine } from "#server/store/engine.ts";
import { changeOf } from "#server/store/journal-rows.ts";
import { changedFields } from "#server/store/lead-columns.ts";
import { freeEmailKeys, lockedLeads, writeLeads } from "#server/store/lead-rows.ts";
import { becomingErased } from "#server/store/people/becoming-erased.ts";
import type { Work } from "#server/store/work.ts";

/**
 * Changes those of these leads that `decide` changes (null: not this one), but none into somebody who was erased, and keeps
 * what taking that back needs.
 */
export function* changeMany(
  engine: Engine,
  ids: readonly string[],
  decide: (lead: StoredLead) => StoredLead | null,
  soFar: ActSoFar,
  told: Told,
): Work<{ act: ActSoFar; changed: string[] }> {
  const decided = (yield* lockedLeads(engine, ids)).flatMap((before) => {
    const after = decide(before);
    const fields = after === null ? [] : changedFields(before, after).filter((field) => field !== "updatedAt");
    return after === null || fields.length === 0 ? [] : [{ before, after, fields }];
  });
  const erased = yield* becomingErased(engine, decided);
  const pairs = decided.filter((pair) => !erased.has(pair));
  if (pairs.length === 0) return { act: soFar, changed: [] };
  const act = yield* tellAct(engine, soFar, pairs.length, told);
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
