import Database from "better-sqlite3";
import { storeFull, storeReadOnly, storeUnreachable } from "#server/platform/errors.ts";
import { leadConflict } from "#server/store/lead-conflict.ts";
import { storeDamaged } from "#server/store/store-damaged.ts";

/** An error of SQLite as one that people may see; others stay as they are. */
export function sqliteError(error: unknown): unknown {
  if (!(error instanceof Database.SqliteError)) return error;
  const { code } = error;
  if (code === "SQLITE_CONSTRAINT_UNIQUE" && error.message.includes("leads.email_key")) return leadConflict();
  if (isDamage(error)) return storeDamaged(error, error.message);
  // The index of the write-ahead log is a file of its own, for which SQLite has no code that says why it cannot grow.
  if (/^SQLITE_(?:FULL|IOERR_SHMSIZE)/u.test(code)) return storeFull(error);
  if (/^SQLITE_(?:READONLY|IOERR_(?:WRITE|TRUNCATE|FSYNC|DIR_FSYNC))/u.test(code)) return storeReadOnly(error);
  if (/^SQLITE_(?:BUSY|CANTOPEN|IOERR)/u.test(code)) return storeUnreachable(error);
  return error;
}

/** Whether SQLite says that the file is damaged, or is no database. */
export function isDamage(error: unknown): error is Database.SqliteError {
  return error instanceof Database.SqliteError && /^SQLITE_(?:NOTADB|CORRUPT)/u.test(error.code);
}
