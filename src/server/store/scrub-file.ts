import { setImmediate } from "node:timers/promises";
import type { Database } from "better-sqlite3";

/** Pages of the text index that one step merges: few enough that others are answered between two steps. */
const PAGES_AT_ONCE = 500;
/** A larger file is not rewritten while people wait: a minute of it is too long. */
const MOST_BYTES = 2 * 1024 ** 3;
/** What changes less than this has merged all there is (SQLite, FTS5 6.6). */
const NOTHING_LEFT = 2;

/**
 * Takes what was deleted out of the files: the text index is merged into one segment without it, the file is rewritten
 * without its free pages, and the log is moved into it and cut. A file of more than 2 GB is not rewritten; there free
 * pages keep what they held until they are used again, or until `VACUUM` is run beside a stopped server.
 */
export async function scrubFile(db: Database): Promise<void> {
  const merge = db.prepare("insert into lead_index (lead_index, rank) values ('merge', ?)");
  const changes = db.prepare<[], number>("select total_changes()").pluck();
  for (let step = -PAGES_AT_ONCE; ; step = PAGES_AT_ONCE) {
    const before = changes.get() ?? 0;
    merge.run(step);
    if ((changes.get() ?? 0) - before < NOTHING_LEFT) break;
    await setImmediate();
    if (!db.open) return;
  }
  const pages = Number(db.pragma("page_count", { simple: true }));
  if (pages * Number(db.pragma("page_size", { simple: true })) <= MOST_BYTES) db.exec("vacuum");
  db.pragma("wal_checkpoint(truncate)");
}
