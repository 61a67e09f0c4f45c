import { sql } from "kysely";
import type { Engine } from "#server/store/engine.ts";
import { forgetMailbox } from "#server/store/forget-mailbox.ts";
import { all, run, type Work } from "#server/store/work.ts";

/** What a deleted source or website knew is kept until its deletion cannot be taken back any more. */
export type KeptOwner = "data_sources" | "scrape_targets";

/** Keeps what belongs to a record that was removed: which rows it has shown, what its pages were like. */
export function* keepForUndo({ sql: pieces }: Engine, owner: KeptOwner, id: string, since: string): Work<void> {
  const row = { owner, record_id: id, since };
  yield* pieces.insertMany("kept_for_undo", [row], "on conflict (owner, record_id) do nothing");
}

/** The record is back, and what belongs to it is its own again. */
export function* noLongerKeep(owner: KeptOwner, id: string): Work<void> {
  yield* run(sql`delete from kept_for_undo where owner = ${owner} and record_id = ${id}`);
}

/** Forgets what has been kept since before then for records that have not come back. */
export function* forgetKept(engine: Engine, before: string): Work<void> {
  const kept = engine.build.selectFrom("kept_for_undo").select(["owner", "record_id"]).where("since", "<", before);
  for (const { owner, record_id } of yield* all(kept)) {
    yield* owner === "data_sources" ? forgetSource(engine, record_id) : forgetTarget(engine, record_id);
    yield* noLongerKeep(owner, record_id);
  }
}

/** Forgets the rows that a data source has shown and, of a mailbox, its messages; leads stay. */
export function* forgetSource(engine: Engine, id: string): Work<void> {
  yield* run(engine.build.deleteFrom("source_rows").where("source_id", "=", id));
  yield* forgetMailbox(engine, `mailbox:${id}`);
}

/** Forgets the runs over a website and what its pages were like; leads stay. */
export function* forgetTarget({ build }: Engine, id: string): Work<void> {
  yield* run(sql`delete from scrape_runs where target_id = ${id}`);
  yield* run(build.deleteFrom("scrape_pages").where("target_id", "=", id));
  yield* run(build.deleteFrom("page_sources").where("target_id", "=", id));
}
