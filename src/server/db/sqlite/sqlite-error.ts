import Database from "better-sqlite3";
import { storeFull, storeReadOnly, storeUnreachable } from "#server/platform/errors.ts";
import { leadConflict } from "#server/db/engine/lead-conflict.ts";
import { storeDamaged } from "#server/db/engine/store-damaged.ts";

/** Converts a SQLite error to an AppError if users can act on it; returns others unchanged. */
export function sqliteError(error: unknown): unknown {
  if (!(error instanceof Database.SqliteError)) return error;
  const { code } = error;
  if (code === "SQLITE_CONSTRAINT_UNIQUE" && error.message.includes("leads.email_key")) return leadConflict();
  if (isDamage(error)) return storeDamaged(error, error.message);
  // The index of the write-ahead log is a separate file, and SQLite has no specific code for failing to grow it.
  if (/^SQLITE_(?:FULL|IOERR_SHMSIZE)/u.test(code)) return storeFull(error);
  if (/^SQLITE_(?:READONLY|IOERR_(?:WRITE|TRUNCATE|FSYNC|DIR_FSYNC))/u.test(code)) return storeReadOnly(error);
  if (/^SQLITE_(?:BUSY|CANTOPEN|IOERR)/u.test(code)) return storeUnreachable(error);
  return error;
}

/** Whether SQLite reports that the file is damaged or is not a database. */
export function isDamage(error: unknown): error is Database.SqliteError {
  return error instanceof Database.SqliteError && /^SQLITE_(?:NOTADB|CORRUPT)/u.test(error.code);
}
