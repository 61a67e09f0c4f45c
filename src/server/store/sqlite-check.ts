import Database from "better-sqlite3";
import { closeSync, openSync, readSync, statSync } from "node:fs";
import { messageOf } from "#server/platform/errors.ts";
import { MIGRATIONS } from "#server/store/migrations/list.ts";
import { madeNames } from "#server/store/migrations/made-names.ts";
import { isDamage } from "#server/store/sqlite-error.ts";
import { pendingMigrations, type AppliedMigration } from "#server/store/migrations/pending-migrations.ts";
import { storeDamaged } from "#server/store/store-damaged.ts";

/** Where a database file and the pages of its log keep the size of a page and the number that tells files apart. */
const HEADER = { bytes: 100, pageSize: 16, fileNumber: 60 };
const WAL = { headerBytes: 32, pageSize: 8, frameBytes: 24 };

/**
 * Throws store_damaged when SQLite finds something wrong: `quick_check` reads every page once; `integrity_check` compares
 * the indexes with their tables as well, which takes three times as long. Neither can tell whether a text is the one that was written.
 */
export function checkSqlite(db: Database.Database, pragma: "quick_check" | "integrity_check"): void {
  const [found] = firstFinding(db, pragma);
  if (found !== undefined && found !== "ok") throw storeDamaged(undefined, found.replaceAll(/\s+/gu, " "));
}

function firstFinding(db: Database.Database, pragma: string): string[] {
  try {
    return (db.pragma(`${pragma}(1)`) as Record<string, string>[]).flatMap((row) => Object.values(row));
  } catch (error) {
    throw isDamage(error) ? storeDamaged(error, messageOf(error)) : error;
  }
}

/**
 * Looks at a SQLite file before anything is written to it. After a stop that was not clean, which leaves a log behind,
 * all of it is read: the log may be another file's, and would be made part of this one. Throws store_damaged.
 */
export function checkBeforeOpening(file: string): void {
  const log = `${file}-wal`;
  if (sizeOf(log) === 0) return;
  if (sizeOf(file) === 0) throw storeDamaged(undefined, `${log} is there without the database that it belongs to`);
  refuseForeignLog(file, log);
  // A connection that may not write cannot make the log part of the file when it is closed.
  const db = new Database(file, { readonly: true });
  try {
    checkSqlite(db, "quick_check");
  } finally {
    db.close();
  }
}

/** Throws store_damaged when a database of these migrations has not got all their tables and triggers; schema_newer or schema_changed of others. */
export function checkMade(db: Database.Database): void {
  const rows = db
    .prepare<[], { name: string }>("select name from sqlite_master where type in ('table', 'trigger')")
    .all();
  if (rows.length === 0) return;
  const there = new Set(rows.map(({ name }) => name));
  if (!there.has("schema_versions")) throw storeDamaged(undefined, "the table schema_versions is missing");
  const applied = db.prepare<[], AppliedMigration>("select * from schema_versions order by version").all();
  // Of steps that this program does not know it cannot be told what they made: they are refused for what they are.
  pendingMigrations(MIGRATIONS, "sqlite", applied);
  const { tables, triggers } = madeNames("sqlite", applied.length);
  const missing = [...tables, ...triggers].find((name) => !there.has(name));
  if (missing !== undefined) throw storeDamaged(undefined, `${missing} is missing`);
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** The log's page 1, where it has one, carries the number of the file it belongs to (https://sqlite.org/fileformat2.html). */
function refuseForeignLog(file: string, log: string): void {
  const header = read(file, 0, HEADER.bytes);
  const logHeader = read(log, 0, WAL.headerBytes);
  if (header.length < HEADER.bytes || logHeader.length < WAL.headerBytes) return;
  const pageSize = header.readUInt16BE(HEADER.pageSize);
  if (logHeader.readUInt32BE(WAL.pageSize) !== (pageSize === 1 ? 65_536 : pageSize)) throw foreign(log);
  const number = header.readInt32BE(HEADER.fileNumber);
  const frame = WAL.frameBytes + pageSize;
  const descriptor = openSync(log, "r");
  try {
    const page = Buffer.alloc(WAL.frameBytes + HEADER.bytes);
    for (let at = WAL.headerBytes; readSync(descriptor, page, 0, page.length, at) === page.length; at += frame) {
      if (page.readUInt32BE(0) !== 1) continue;
      const named = page.readInt32BE(WAL.frameBytes + HEADER.fileNumber);
      if (number !== 0 && named !== 0 && named !== number) throw foreign(log);
    }
  } finally {
    closeSync(descriptor);
  }
}

function foreign(log: string): Error {
  return storeDamaged(undefined, `${log} is the log of another database`);
}

function read(path: string, at: number, bytes: number): Buffer {
  const descriptor = openSync(path, "r");
  try {
    const buffer = Buffer.alloc(bytes);
    return buffer.subarray(0, readSync(descriptor, buffer, 0, bytes, at));
  } finally {
    closeSync(descriptor);
  }
}
