import Database from "better-sqlite3";
import { randomInt } from "node:crypto";
import type { Clock } from "#server/platform/clock.ts";
import { backgroundCheckpoints } from "#server/db/sqlite/background-checkpoints.ts";
import type { Engine, RunOptions } from "#server/db/engine/engine.ts";
import { bulkWriter, type RunInThread } from "#server/db/sqlite/bulk-writer.ts";
import { configureConnection } from "#server/db/sqlite/connection.ts";
import { createGroupCommit } from "#server/db/sqlite/group-commit.ts";
import { createListeners } from "#server/db/engine/listeners.ts";
import { migrateSqlite } from "#server/db/migrations/migrate-sqlite.ts";
import { scrubFile } from "#server/db/sqlite/scrub-file.ts";
import { checkBeforeOpening, checkMade, sizeOf } from "#server/db/sqlite/sqlite-check.ts";
import { sqliteError } from "#server/db/sqlite/sqlite-error.ts";
import { sqliteDriver } from "#server/db/sqlite/sqlite-driver.ts";
import { sqliteSql } from "#server/db/sqlite/sqlite-sql.ts";
import type { Work } from "#server/db/engine/sql.ts";

/** The range of user_version, where SQLite lets an application store a number. */
const MOST_FILES = 2 ** 31;

/**
 * Opens the SQLite file, created when missing, and migrates it to this version; `beforeMaking` may throw to prevent a
 * new file. Throws store_damaged, schema_newer, schema_older or schema_changed.
 */
export function openSqlite(file: string, clock: Clock, beforeMaking: () => void = () => {}): Engine {
  const db = openFile(file, clock, beforeMaking);
  const { drive, driveBetween } = sqliteDriver(db);
  const commits = createGroupCommit(db, drive);
  const checkpoints = backgroundCheckpoints(db);
  const bulk = bulkWriter(file);
  const listeners = createListeners();
  /** Scrubs under way, and closing: another connection would keep this one from writing. */
  let threadless = 0;

  // Called in the same turn as `exclude`: a scrub that starts in between wouldn't wait for the work.
  const bulkWork = (): RunInThread | null => (threadless > 0 ? null : bulk.next());

  const run = async <T>(work: () => Work<T>, { isBulk = false }: RunOptions = {}): Promise<T> => {
    if (isBulk) await checkpoints.makeRoom();
    const inThread = isBulk ? bulkWork() : null;
    if (inThread !== null) return commits.exclude(() => inThread(work, "statements"));
    try {
      return commits.excluded() === null ? drive(work()) : await driveBetween(work(), commits.excluded);
    } catch (error) {
      throw sqliteError(error);
    }
  };

  return {
    name: "sqlite",
    sql: sqliteSql(clock),
    run,
    read: (work) => run(work),
    async transact(work, { isPart = false, isBulk = false } = {}) {
      if (isPart || isBulk) await checkpoints.makeRoom();
      const inThread = isBulk ? bulkWork() : null;
      if (inThread !== null) return commits.exclude(() => inThread(work, isPart ? "part" : "transaction"));
      return commits.transact(work, isPart);
    },
    async scrub() {
      threadless += 1;
      try {
        // Waits for bulk work, which keeps this connection from writing.
        await commits.exclude(() => Promise.resolve());
        await scrubFile(db);
      } finally {
        threadless -= 1;
      }
    },
    publish(message) {
      listeners.notify(message);
      return Promise.resolve();
    },
    subscribe: (listener) => listeners.add(listener),
    async close() {
      threadless += 1;
      await commits.exclude(() => Promise.resolve());
      commits.flush();
      await bulk.close();
      await checkpoints.close();
      db.close();
    },
  };
}

function openFile(file: string, clock: Clock, beforeMaking: () => void): Database.Database {
  beforeOpening(file);
  // Checked first, because opening it would create the file.
  if (sizeOf(file) === 0) beforeMaking();
  const db = new Database(file);
  try {
    if (!checkMade(db)) beforeMaking();
    db.pragma("journal_mode = wal");
    configureConnection(db);
    migrateSqlite(db, clock);
    // Distinguishes the logs of different files.
    if (db.pragma("user_version", { simple: true }) === 0) db.pragma(`user_version = ${randomInt(1, MOST_FILES)}`);
    // Only one process can have the folder open, so earlier lease holders are gone.
    db.exec("delete from leases; update jobs set lease = null, lease_ends = null where lease is not null");
    return db;
  } catch (error) {
    db.close();
    throw sqliteError(error);
  }
}

function beforeOpening(file: string): void {
  try {
    checkBeforeOpening(file);
  } catch (error) {
    throw sqliteError(error);
  }
}
