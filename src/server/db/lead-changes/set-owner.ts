import { usernameKey } from "#shared/username-key.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { sql } from "#server/db/engine/sql.ts";
import { all, run, type Work } from "#server/db/engine/work.ts";
import { writeEntry, type ActionProgress, type EntryOf } from "#server/db/lead-changes/action-progress.ts";
import { ownerEvent, recordEvents } from "#server/db/outbox/record-events.ts";
import { owned, requireOwners, type LeadOwner } from "#server/db/leads/lead-owner.ts";

/** Assigns those of these leads that still exist and have another owner, as one batch of a bulk action. */
export function* setOwner(
  engine: Engine,
  ids: readonly string[],
  owner: LeadOwner | null,
  soFar: ActionProgress,
  entryOf: EntryOf,
): Work<ActionProgress> {
  const others = sql<{
    id: string | number;
    owner_id: string | number | null;
    owner: string;
    owner_set_by: string | null;
  }>`
    select id, owner_id, owner, owner_set_by from leads
    where ${engine.sql.isOneOf("id", ids)} and owner_id is distinct from ${owner?.id ?? null}
    order by id ${engine.sql.forUpdate}`;
  const changing = yield* all(others);
  if (changing.length === 0) return soFar;
  const after = owned(owner, "person");
  yield* requireOwners(engine, [{ before: null, after }]);
  const { actId, changed } = yield* writeEntry(soFar, changing.length, entryOf);
  yield* engine.sql.insertMany(
    "act_changes",
    changing.map((row) => ({
      act_id: actId,
      lead_id: row.id,
      undo: JSON.stringify({
        kind: "change",
        before: {
          ownerId: row.owner_id === null ? null : String(row.owner_id),
          owner: row.owner,
          ownerSetBy: row.owner_set_by,
        },
        after,
      }),
    })),
  );
  const isChanging = engine.sql.isOneOf(
    "id",
    changing.map(({ id }) => String(id)),
  );
  yield* run(sql`
    update leads set owner_id = ${after.ownerId}, owner = ${after.owner}, owner_set_by = ${after.ownerSetBy},
      owner_key = ${usernameKey(after.owner)}, updated_at = ${entryOf(changed).at}, revision = revision + 1
    where ${isChanging}`);
  yield* recordEvents(engine, () => changing.map(({ id }) => ownerEvent(String(id), after.owner)));
  return { actId, changed };
}
