import Database from "better-sqlite3";
import { closeSync, openSync, readSync, statSync } from "node:fs";
import { messageOf } from "#server/platform/errors.ts";
import { requireMade } from "#server/db/migrations/made-names.ts";
import { isDamage } from "#server/db/sqlite/sqlite-error.ts";
import type { AppliedMigration } from "#server/db/migrations/pending-migrations.ts";
import { storeDamaged } from "#server/db/engine/store-damaged.ts";

/**
 * Offsets in a database header, also on page 1 in the log, of the page size and the number that identifies the file.
 */
const HEADER = { bytes: 100, pageSize: 16, fileNumber: 60 };
/** Offsets in the log's header and in the frame header of each page. */
const WAL = { headerBytes: 32, pageSize: 8, salts: 16, frameBytes: 24, pagesAfterCommit: 4, frameSalts: 8 };

/**
 * Throws store_damaged when SQLite finds a problem: `quick_check` reads every page once; `integrity_check` also
 * compares the indexes with their tables, which takes three times as long. Neither can detect a text that was altered.
 */
export function checkSqlite(db: Database.Database, pragma: "quick_check" | "integrity_check"): void {
  const [found] = firstFinding(db, pragma);
  if (found !== undefined && found !== "ok") throw storeDamaged(undefined, found.replaceAll(/\s+/gu, " "));
}

function firstFinding(db: Database.Database, pragma: string): string[] {
  try {
    return (db.pragma(`${pragma}(1)`) as Record<string, string>[]).flatMap((row) => Object.values(row));
  } catch (error) {
    throw isDamage(error) || isUnreadableJson(error) ? storeDamaged(error, messageOf(error)) : error;
  }
}

/** The check computes generated columns, which fail on damaged JSON. */
function isUnreadableJson(error: unknown): error is Database.SqliteError {
  return error instanceof Database.SqliteError && error.message === "malformed JSON";
}

/**
 * Checks a SQLite file before anything is written to it. After an unclean shutdown, which leaves a log behind, the
 * whole file is read: the log may belong to another file and would be merged into this one. Throws store_damaged.
 */
export function checkBeforeOpening(file: string): void {
  const log = `${file}-wal`;
  if (sizeOf(log) === 0) return;
  if (sizeOf(file) === 0) throw storeDamaged(undefined, `${log} exists without its database`);
  refuseForeignLog(file, log);
  // Read-only, so that closing the connection doesn't merge the log into the file.
  const db = new Database(file, { readonly: true });
  try {
    checkSqlite(db, "quick_check");
  } finally {
    db.close();
  }
}

/**
 * Whether the database has been created; false when the file has no tables. Throws store_damaged when a table or
 * trigger of its migrations is missing; schema_newer or schema_changed when this program doesn't know them.
 */
export function checkMade(db: Database.Database): boolean {
  const rows = db
    .prepare<[], { name: string }>("select name from sqlite_master where type in ('table', 'trigger')")
    .all();
  if (rows.length === 0) return false;
  const there = new Set(rows.map(({ name }) => name));
  if (!there.has("schema_versions")) throw storeDamaged(undefined, "the table schema_versions is missing");
  const applied = db.prepare<[], AppliedMigration>("select * from schema_versions order by version").all();
  requireMade("sqlite", applied, there);
  return true;
}

/** Size of a file in bytes; 0 when it doesn't exist. */
export function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * Throws store_damaged for the log of another file, or of this file at another time. The log's page 1, if present,
 * contains the number of its file; and each page past the file's end is in its log
 * (https://sqlite.org/fileformat2.html).
 */
function refuseForeignLog(file: string, log: string): void {
  const header = read(file, 0, HEADER.bytes);
  const logHeader = read(log, 0, WAL.headerBytes);
  if (header.length < HEADER.bytes || logHeader.length < WAL.headerBytes) return;
  const stated = header.readUInt16BE(HEADER.pageSize);
  const pageSize = stated === 1 ? 65_536 : stated;
  if (logHeader.readUInt32BE(WAL.pageSize) !== pageSize) throw foreign(log);
  const number = header.readInt32BE(HEADER.fileNumber);
  const filePages = Math.floor(sizeOf(file) / pageSize);
  const added = new Set<number>();
  let committedPages = 0;
  const frame = WAL.frameBytes + pageSize;
  const descriptor = openSync(log, "r");
  try {
    const page = Buffer.alloc(WAL.frameBytes + HEADER.bytes);
    for (let at = WAL.headerBytes; readSync(descriptor, page, 0, page.length, at) === page.length; at += frame) {
      // What follows is left from before the log restarted.
      if (page.compare(logHeader, WAL.salts, WAL.salts + 8, WAL.frameSalts, WAL.frameSalts + 8) !== 0) break;
      const pageNumber = page.readUInt32BE(0);
      if (pageNumber > filePages) added.add(pageNumber);
      committedPages = page.readUInt32BE(WAL.pagesAfterCommit) || committedPages;
      if (pageNumber !== 1) continue;
      const named = page.readInt32BE(WAL.frameBytes + HEADER.fileNumber);
      if (number !== 0 && named !== 0 && named !== number) throw foreign(log);
    }
  } finally {
    closeSync(descriptor);
  }
  // SQLite never writes the page of its locks, a gigabyte into the file.
  if (committedPages - filePages > added.size + 1) throw foreign(log);
}

function foreign(log: string): Error {
  return storeDamaged(undefined, `${log} is the log of another database, or of this one at another time`);
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
