import Database from "better-sqlite3";
import { AppError, storeUnreachable } from "#server/platform/errors.ts";
import { leadConflict } from "#server/store/lead-conflict.ts";

/** An error of SQLite as one that people may see; others stay as they are. */
export function sqliteError(error: unknown): unknown {
  if (!(error instanceof Database.SqliteError)) return error;
  const { code } = error;
  if (code === "SQLITE_CONSTRAINT_UNIQUE" && error.message.includes("leads.email_key")) return leadConflict();
  if (code === "SQLITE_NOTADB" || code.startsWith("SQLITE_CORRUPT")) {
    return new AppError(
      "store_damaged",
      503,
      "The database file in the data folder is damaged or is not Winnow's. Restore it from a backup.",
      { cause: error },
    );
  }
  if (/^SQLITE_(?:BUSY|CANTOPEN|FULL|IOERR|READONLY)/u.test(code)) return storeUnreachable(error);
  return error;
}
