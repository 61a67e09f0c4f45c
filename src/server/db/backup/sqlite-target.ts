import Database from "better-sqlite3";
import { closeSync, fsyncSync, openSync, rmSync } from "node:fs";
import { systemClock } from "#server/platform/clock.ts";
import type { Cell, LoadTarget } from "#server/db/backup/snapshot.ts";
import { sqliteReader } from "#server/db/backup/sqlite-snapshot.ts";
import type { WorkRunner } from "#server/db/engine/engine.ts";
import { migrationsUpTo } from "#server/db/migrations/list.ts";
import { migrateSqlite } from "#server/db/migrations/migrate-sqlite.ts";
import { scrubFile } from "#server/db/sqlite/scrub-file.ts";
import { sqliteDriver } from "#server/db/sqlite/sqlite-driver.ts";
import { sqliteError } from "#server/db/sqlite/sqlite-error.ts";
import { INDEX_PADDING, sqliteSql } from "#server/db/sqlite/sqlite-sql.ts";
import type { Work } from "#server/db/engine/sql.ts";

const CACHE_KILOBYTES = 64_000;

/**
 * Creates a SQLite file of a version to load a backup into. With `searchable` false, for a database only used for
 * comparison, it gets no text index, which backups don't include. Throws store_unreachable when the file can't be
 * created.
 */
export function openSqliteTarget(file: string, version: number, { searchable }: { searchable: boolean }): LoadTarget {
  rmSync(file, { force: true });
  const db = new Database(file);
  try {
    // A failed file is deleted as a whole, so nothing needs a rollback.
    db.pragma("journal_mode = off");
    db.pragma("synchronous = off");
    db.pragma("locking_mode = exclusive");
    db.pragma("foreign_keys = off");
    db.pragma(`cache_size = -${CACHE_KILOBYTES}`);
    migrateSqlite(db, systemClock, migrationsUpTo(version));
    const indexes = dropIndexes(db);
    db.exec("begin");
    return { ...sqliteReader(db), ...loaderOf(db, file, indexes, searchable) };
  } catch (error) {
    db.close();
    rmSync(file, { force: true });
    throw sqliteError(error);
  }
}

/** Drops the indexes that only serve speed or uniqueness; returns the statements that recreate them. */
function dropIndexes(db: Database.Database): string[] {
  const indexes = db
    .prepare<[], { name: string; sql: string }>(
      "select name, sql from sqlite_master where type = 'index' and sql is not null",
    )
    .all();
  for (const { name } of indexes) db.exec(`drop index ${name}`);
  return indexes.map(({ sql }) => sql);
}

function loaderOf(
  db: Database.Database,
  file: string,
  indexes: readonly string[],
  searchable: boolean,
): Omit<LoadTarget, "engine" | "tables" | "rows" | "lastId"> {
  const inserts = new Map<string, Database.Statement>();
  const hasTable = (name: string): boolean =>
    db.prepare("select 1 from sqlite_master where name = ?").get(name) !== undefined;
  return {
    async insert({ name, columns }, rows) {
      await Promise.resolve();
      let insert = inserts.get(name);
      if (insert === undefined) {
        const marks = columns.map(() => "?").join(", ");
        insert = db.prepare(`insert into ${name} (${columns.join(", ")}) values (${marks})`);
        inserts.set(name, insert);
      }
      for (const row of rows) insert.run(row.map(toValue));
    },
    async empty(table) {
      await Promise.resolve();
      db.exec(`delete from ${table}`);
    },
    async setLastId(table, lastId) {
      await Promise.resolve();
      db.prepare("delete from sqlite_sequence where name = ?").run(table);
      if (lastId !== null) db.prepare("insert into sqlite_sequence (name, seq) values (?, ?)").run(table, lastId);
    },
    async derive() {
      await Promise.resolve();
      for (const statement of indexes) db.exec(statement);
      if (!searchable || !hasTable("lead_index")) return;
      db.prepare("insert into lead_index (rowid, text) select id, text || ? from lead_search").run(INDEX_PADDING);
      if (hasTable("lead_words")) db.exec("insert into lead_words (rowid, words) select id, words from lead_search");
    },
    async tallied() {
      await Promise.resolve();
      const table = hasTable("lead_totals") ? "lead_totals" : "(select count(*) as count from leads)";
      return db.prepare<[], number>(`select coalesce(sum(count), 0) from ${table}`).pluck().get() ?? 0;
    },
    async migrateOn() {
      await Promise.resolve();
      db.exec("commit");
      migrateSqlite(db, systemClock);
    },
    works: worksOf(db),
    async commit() {
      await Promise.resolve();
      if (db.inTransaction) db.exec("commit");
      db.pragma("locking_mode = normal");
      db.pragma("journal_mode = wal");
      db.close();
      const descriptor = openSync(file, "r+");
      fsyncSync(descriptor);
      closeSync(descriptor);
    },
    async abandon() {
      await Promise.resolve();
      db.close();
      for (const end of ["", "-wal", "-shm", "-journal"]) rmSync(`${file}${end}`, { force: true });
    },
  };
}

/** Runs work in the file, which is deleted as a whole when it fails. */
function worksOf(db: Database.Database): WorkRunner {
  const { drive } = sqliteDriver(db);
  const run = async <T>(work: () => Work<T>): Promise<T> => {
    await Promise.resolve();
    try {
      return drive(work());
    } catch (error) {
      throw sqliteError(error);
    }
  };
  return { name: "sqlite", sql: sqliteSql(systemClock), run, transact: run, scrub: () => scrubFile(db) };
}

function toValue(cell: Cell): null | string | number | Buffer {
  return typeof cell === "object" && cell !== null ? Buffer.from(cell.base64, "base64") : cell;
}
