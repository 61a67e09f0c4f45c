import Database from "better-sqlite3";
import { randomInt } from "node:crypto";
import type { Clock } from "#server/platform/clock.ts";
import { backgroundCheckpoints } from "#server/db/sqlite/background-checkpoints.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { createGroupCommit } from "#server/db/sqlite/group-commit.ts";
import { createListeners } from "#server/db/engine/listeners.ts";
import { migrateSqlite } from "#server/db/migrations/migrate-sqlite.ts";
import { scrubFile } from "#server/db/sqlite/scrub-file.ts";
import { checkBeforeOpening, checkMade, sizeOf } from "#server/db/sqlite/sqlite-check.ts";
import { sqliteError } from "#server/db/sqlite/sqlite-error.ts";
import { sqliteDriver } from "#server/db/sqlite/sqlite-driver.ts";
import { sqliteSql } from "#server/db/sqlite/sqlite-sql.ts";
import type { Work } from "#server/db/engine/work.ts";

/** The operating system caches the file too: four times as much made neither lists nor searches faster. */
const CACHE_KILOBYTES = 16_000;
/** The range of user_version, where SQLite lets an application store a number. */
const MOST_FILES = 2 ** 31;

/**
 * Opens the SQLite file, created when missing, and migrates it to this version; `beforeMaking` may throw to prevent a
 * new file. Throws store_damaged, schema_newer, schema_older or schema_changed.
 */
export function openSqlite(file: string, clock: Clock, beforeMaking: () => void = () => {}): Engine {
  const db = openFile(file, clock, beforeMaking);
  const drive = sqliteDriver(db);
  const commits = createGroupCommit(db, drive);
  const checkpoints = backgroundCheckpoints(db);
  const listeners = createListeners();

  const run = async <T>(work: () => Work<T>): Promise<T> => {
    try {
      return drive(work());
    } catch (error) {
      throw sqliteError(error);
    }
  };

  return {
    name: "sqlite",
    sql: sqliteSql(clock),
    run,
    read: run,
    async transact(work, { isPart = false } = {}) {
      if (isPart) await checkpoints.makeRoom();
      return commits.transact(work, isPart);
    },
    async scrub() {
      commits.flush();
      await scrubFile(db);
    },
    publish(message) {
      listeners.notify(message);
      return Promise.resolve();
    },
    subscribe: (listener) => listeners.add(listener),
    async close() {
      commits.flush();
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
    // In WAL mode only FULL makes commits survive a power loss.
    db.pragma("synchronous = full");
    // Truncates the log's file after a checkpoint instead of leaving it at the size of the largest import.
    db.pragma("journal_size_limit = 0");
    db.pragma("foreign_keys = on");
    // Overwrites deleted data in pages that are written anyway; scrubFile handles the rest.
    db.pragma("secure_delete = fast");
    // Keeps the rollback data of statements with triggers in memory; a file doubled the time of an insert.
    db.pragma("temp_store = memory");
    db.pragma("busy_timeout = 5000");
    db.pragma(`cache_size = -${CACHE_KILOBYTES}`);
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
