import Database from "better-sqlite3";
import { AppError, messageOf } from "#server/platform/errors.ts";

/** What the operating system says of a path that this user may not make, read or write. */
const REFUSED_PATH = new Set(["EACCES", "EPERM", "EROFS", "ENOTDIR", "EEXIST", "ELOOP", "ENAMETOOLONG"]);

/**
 * Answers what `open` does. Throws data_folder_unusable, with the path and the mend, when the folder or a file in it
 * refuses to be made, read or written; and whatever else `open` throws.
 */
export function inFolder<T>(folder: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    const reason = error instanceof AppError ? error.cause : error;
    throw isRefused(reason) ? unusable(folder, reason) : error;
  }
}

function unusable(folder: string, reason: unknown): AppError {
  return new AppError(
    "data_folder_unusable",
    503,
    `The data folder ${folder} cannot be used (${messageOf(reason)}). Let this user read and write it and the files in it, or name another folder with WINNOW_DATA_DIR.`,
    { cause: reason },
  );
}

function isRefused(error: unknown): boolean {
  if (error instanceof Database.SqliteError) return /^SQLITE_(?:CANTOPEN|READONLY|PERM)/u.test(error.code);
  return error instanceof Error && "code" in error && REFUSED_PATH.has(String(error.code));
}
