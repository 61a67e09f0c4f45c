import { setImmediate } from "node:timers/promises";
import type { Database } from "better-sqlite3";

/** Text index pages merged per step: few enough that other requests are served between two steps. */
const PAGES_AT_ONCE = 500;
/** Larger files aren't rewritten, because that would block requests for about a minute. */
const MOST_BYTES = 2 * 1024 ** 3;
/** A merge with fewer changes than this had nothing left to do (SQLite, FTS5 6.6). */
const NOTHING_LEFT = 2;

/**
 * Removes deleted data from the files: merges each text index into one segment, rewrites the file without free pages,
 * then checkpoints and truncates the log. Files over 2 GB aren't rewritten; their free pages keep deleted data until
 * they are reused, or until `VACUUM` is run with the server stopped.
 */
export async function scrubFile(db: Database): Promise<void> {
  for (const index of ["lead_index", "lead_words"]) await mergeIndex(db, index);
  if (!db.open) return;
  const pages = Number(db.pragma("page_count", { simple: true }));
  if (pages * Number(db.pragma("page_size", { simple: true })) <= MOST_BYTES) db.exec("vacuum");
  db.pragma("wal_checkpoint(truncate)");
}

async function mergeIndex(db: Database, index: string): Promise<void> {
  if (!db.open) return;
  const merge = db.prepare(`insert into ${index} (${index}, rank) values ('merge', ?)`);
  const changes = db.prepare<[], number>("select total_changes()").pluck();
  for (let step = -PAGES_AT_ONCE; ; step = PAGES_AT_ONCE) {
    const before = changes.get() ?? 0;
    merge.run(step);
    if ((changes.get() ?? 0) - before < NOTHING_LEFT) break;
    await setImmediate();
    if (!db.open) return;
  }
}
