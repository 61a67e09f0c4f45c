import type { Engine } from "#server/store/engine.ts";
import { forgetKept } from "#server/store/kept-for-undo.ts";
import { all, run, type Work } from "#server/store/work.ts";

/** Forgets what taking back acts older than `before` needs. Which leads an act was of stays, for their timelines. */
export function* forgetUndo(engine: Engine, before: string, limit: number): Work<number> {
  const { build } = engine;
  const old = build.selectFrom("journal").select("id").where("undo", "is not", null).where("at", "<", before);
  const ids = (yield* all(old.orderBy("at").limit(limit))).map(({ id }) => String(id));
  if (ids.length > 0) {
    yield* run(build.updateTable("act_changes").set({ undo: "" }).where(engine.sql.isOneOf("act_id", ids)));
    yield* run(build.updateTable("journal").set({ undo: null }).where(engine.sql.isOneOf("id", ids)));
  }
  yield* forgetKept(engine, before);
  return ids.length;
}
