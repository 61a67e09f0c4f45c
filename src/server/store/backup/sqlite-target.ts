import Database from "better-sqlite3";
import { closeSync, fsyncSync, openSync, rmSync } from "node:fs";
import { systemClock } from "#server/platform/clock.ts";
import type { Cell } from "#server/store/backup/cell.ts";
import type { LoadTarget } from "#server/store/backup/snapshot.ts";
import { sqliteReader } from "#server/store/backup/sqlite-snapshot.ts";
import type { WorkRunner } from "#server/store/engine.ts";
import { MIGRATIONS } from "#server/store/migrations/list.ts";
import { migrateSqlite } from "#server/store/migrations/migrate-sqlite.ts";
import { scrubFile } from "#server/store/scrub-file.ts";
import { sqliteBuilder, sqliteDriver } from "#server/store/sqlite-driver.ts";
import { sqliteError } from "#server/store/sqlite-error.ts";
import { INDEX_PADDING, sqliteSql } from "#server/store/sqlite-sql.ts";
import type { Work } from "#server/store/work.ts";

const CACHE_KILOBYTES = 64_000;

/**
 * Makes a SQLite file of a version to load a backup into. `searchable` is false for one that is only compared: it gets no
 * text index, of which a backup holds nothing. Throws store_unreachable where the file cannot be made.
 */
export function openSqliteTarget(file: string, version: number, { searchable }: { searchable: boolean }): LoadTarget {
  rmSync(file, { force: true });
  const db = new Database(file);
  try {
    // A file that fails is removed as a whole, so nothing in it needs to be undone.
    db.pragma("journal_mode = off");
    db.pragma("synchronous = off");
    db.pragma("locking_mode = exclusive");
    db.pragma("foreign_keys = off");
    db.pragma(`cache_size = -${CACHE_KILOBYTES}`);
    migrateSqlite(db, systemClock, MIGRATIONS.slice(0, version));
    const indexes = dropIndexes(db);
    db.exec("begin");
    return { ...sqliteReader(db), ...loaderOf(db, file, indexes, searchable) };
  } catch (error) {
    db.close();
    rmSync(file, { force: true });
    throw sqliteError(error);
  }
}

/** Drops the indexes that only make things quicker or unique; answers the statements that make them. */
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

/** Works in the file, which is thrown away as a whole when one of them fails. */
function worksOf(db: Database.Database): WorkRunner {
  const build = sqliteBuilder();
  const drive = sqliteDriver(db, build);
  const run = async <T>(work: () => Work<T>): Promise<T> => {
    await Promise.resolve();
    try {
      return drive(work());
    } catch (error) {
      throw sqliteError(error);
    }
  };
  return { name: "sqlite", build, sql: sqliteSql(systemClock), run, transact: run, scrub: () => scrubFile(db) };
}

function toValue(cell: Cell): null | string | number | Buffer {
  return typeof cell === "object" && cell !== null ? Buffer.from(cell.base64, "base64") : cell;
}
