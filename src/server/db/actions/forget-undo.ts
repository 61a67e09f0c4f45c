import type { Engine } from "#server/db/engine/engine.ts";
import { deleteExpiredUndoData } from "#server/db/sources/kept-for-undo.ts";
import { sql } from "#server/db/engine/sql.ts";
import { all, run, type Work } from "#server/db/engine/work.ts";

/** Deletes undo data of actions older than `before`. The leads of each action stay on record for their timelines. */
export function* forgetUndo(engine: Engine, before: string, limit: number): Work<number> {
  const { isOneOf } = engine.sql;
  const old = sql<{ id: string | number }>`
    select id from journal where undo is not null and at < ${before} order by at limit ${limit}`;
  const ids = (yield* all(old)).map(({ id }) => String(id));
  if (ids.length > 0) {
    yield* run(sql`update act_changes set undo = '' where ${isOneOf("act_id", ids)}`);
    yield* run(sql`update journal set undo = null where ${isOneOf("id", ids)}`);
  }
  yield* deleteExpiredUndoData(before);
  return ids.length;
}
