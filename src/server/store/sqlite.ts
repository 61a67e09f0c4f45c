import Database from "better-sqlite3";
import { randomInt } from "node:crypto";
import type { Clock } from "#server/platform/clock.ts";
import { backgroundCheckpoints } from "#server/store/background-checkpoints.ts";
import type { Engine } from "#server/store/engine.ts";
import { createGroupCommit } from "#server/store/group-commit.ts";
import { createListeners } from "#server/store/listeners.ts";
import { migrateSqlite } from "#server/store/migrations/migrate-sqlite.ts";
import { scrubFile } from "#server/store/scrub-file.ts";
import { checkBeforeOpening, checkMade } from "#server/store/sqlite-check.ts";
import { sqliteError } from "#server/store/sqlite-error.ts";
import { sqliteLeadPages } from "#server/store/sqlite-lead-pages.ts";
import { sqliteBuilder, sqliteDriver } from "#server/store/sqlite-driver.ts";
import { sqliteSql } from "#server/store/sqlite-sql.ts";
import type { Work } from "#server/store/work.ts";

/** The system keeps the file in memory, too: with four times as much neither lists nor searches were faster. */
const CACHE_KILOBYTES = 16_000;
/** What fits where SQLite keeps a number for its user. */
const MOST_FILES = 2 ** 31;

/**
 * Opens the SQLite file, made when missing, and brings it to this version. Throws store_damaged, schema_newer or
 * schema_changed.
 */
export function openSqlite(file: string, clock: Clock): Engine {
  const db = openFile(file, clock);
  const build = sqliteBuilder();
  const drive = sqliteDriver(db, build);
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
    build,
    pages: sqliteLeadPages(),
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
      listeners.tell(message);
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

function openFile(file: string, clock: Clock): Database.Database {
  beforeOpening(file);
  const db = new Database(file);
  try {
    checkMade(db);
    db.pragma("journal_mode = wal");
    // In WAL mode only FULL makes a commit survive the loss of power.
    db.pragma("synchronous = full");
    // The log's file is as long as the log, rather than as it was in the largest import.
    db.pragma("journal_size_limit = 0");
    db.pragma("foreign_keys = on");
    // What is deleted is overwritten in pages that are written anyway; the rest is for scrubFile.
    db.pragma("secure_delete = fast");
    // What a statement with triggers would undo goes to memory; in a file it doubled the time of an insert.
    db.pragma("temp_store = memory");
    db.pragma("busy_timeout = 5000");
    db.pragma(`cache_size = -${CACHE_KILOBYTES}`);
    migrateSqlite(db, clock);
    // Tells the logs of different files apart.
    if (db.pragma("user_version", { simple: true }) === 0) db.pragma(`user_version = ${randomInt(1, MOST_FILES)}`);
    // Only one process has the folder open, so whoever held these is gone.
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
