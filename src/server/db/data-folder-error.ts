import Database from "better-sqlite3";
import { AppError, messageOf } from "#server/platform/errors.ts";

/** Error codes the operating system returns when this user may not create, read or write a path. */
const REFUSED_PATH = new Set(["EACCES", "EPERM", "EROFS", "ENOTDIR", "EEXIST", "ELOOP", "ENAMETOOLONG"]);

/**
 * Returns the result of `open`. Throws data_folder_unusable, with the path and how to fix it, when the folder or a file
 * in it can't be created, read or written. Any other error from `open` is rethrown.
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
    `Can't use the data folder ${folder} (${messageOf(reason)}). Give this user read and write access, or choose another folder with WINNOW_DATA_DIR.`,
    { cause: reason },
  );
}

function isRefused(error: unknown): boolean {
  if (error instanceof Database.SqliteError) return /^SQLITE_(?:CANTOPEN|READONLY|PERM)/u.test(error.code);
  return error instanceof Error && "code" in error && REFUSED_PATH.has(String(error.code));
}
