import type { Engine } from "#server/db/engine/engine.ts";
import { all, run, sql, type Work } from "#server/db/engine/sql.ts";
import type { Table } from "#server/db/engine/table.ts";
import { isAsRead, recordStore, type RecordStore, type RecordTable } from "#server/db/engine/record-table.ts";
import { recordSourceHealth } from "#server/db/outbox/record-events.ts";

export const KEPT_FOR_UNDO: Table = {
  name: "kept_for_undo",
  backup: "all",
  people: { none: "which source or website" },
};

/** Data of a deleted source or website is kept until the deletion can no longer be undone. */
export type KeptOwner = "data_sources" | "scrape_targets";

/** Keeps a removed record's data for an undo: the rows it reported and its known pages. */
export function* keepForUndo({ sql: pieces }: Engine, owner: KeptOwner, id: string, since: string): Work<void> {
  const row = { owner, record_id: id, since };
  yield* pieces.insertMany("kept_for_undo", [row], "on conflict (owner, record_id) do nothing");
}

/** Stops keeping data separately for a restored record, which owns it again. */
export function* noLongerKeep(owner: KeptOwner, id: string): Work<void> {
  yield* run(sql`delete from kept_for_undo where owner = ${owner} and record_id = ${id}`);
}

/** Deletes data kept since before `before` for records that were not restored. */
export function* deleteExpiredUndoData(before: string): Work<void> {
  const kept = sql<{ owner: KeptOwner; record_id: string }>`
    select owner, record_id from kept_for_undo where since < ${before}`;
  for (const { owner, record_id } of yield* all(kept)) {
    yield* owner === "data_sources" ? forgetSource(record_id) : forgetTarget(record_id);
    yield* noLongerKeep(owner, record_id);
  }
}

/** Deletes a data source's row records and, for a mailbox, its messages and folder cursors; leads stay. */
export function* forgetSource(id: string): Work<void> {
  yield* run(sql`delete from source_rows where source_id = ${id}`);
  const mailbox = `mailbox:${id}`;
  yield* run(sql`delete from processed_emails where mailbox = ${mailbox}`);
  yield* run(sql`delete from mailbox_folders where mailbox = ${mailbox}`);
}

/** Deletes a website's runs and known pages; leads stay. */
export function* forgetTarget(id: string): Work<void> {
  yield* run(sql`delete from scrape_runs where target_id = ${id}`);
  yield* run(sql`delete from scrape_pages where target_id = ${id}`);
  yield* run(sql`delete from page_sources where target_id = ${id}`);
}

/** A store of sources that records when one begins or ceases to fail, and deletes what a removed one reported. */
export function sourceStore<R extends { id: string; name: string; failingSince: string | null }>(
  engine: Engine,
  sources: RecordTable<R>,
  { kindOf, forget }: { kindOf: (source: R | null) => string; forget: (id: string) => Work<void> },
): RecordStore<R> {
  function* update(id: string, before: R | null, patch: Partial<Omit<R, "id">>): Work<R | null> {
    yield* recordSourceHealth(engine, { kind: kindOf(before), id, name: before?.name ?? "" }, before, patch);
    return yield* sources.update(id, patch);
  }
  return {
    ...recordStore(engine, sources),
    update: (id, patch) =>
      engine.transact(function* () {
        return yield* update(id, yield* sources.get(id), patch);
      }),
    updateAsRead: (read, fields, patch) =>
      engine.transact(function* () {
        const now = yield* sources.one(sql`where id = ${read.id} ${engine.sql.forUpdate}`);
        return isAsRead(now, read, fields) ? yield* update(read.id, now, patch(now)) : null;
      }),
    remove: (id) =>
      engine.transact(function* () {
        const existed = yield* sources.remove(id);
        if (existed) yield* forget(id);
        return existed;
      }),
  };
}
