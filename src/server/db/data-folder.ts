import Database from "better-sqlite3";
import { join } from "node:path";
import { AppError, messageOf } from "#server/platform/errors.ts";

/**
 * Locks the data folder for this process and returns the function that releases it. The lock is the operating system's,
 * held through an open transaction on a small separate file, so it ends with the process even after a crash. Throws
 * data_folder_in_use.
 */
export function lockDataFolder(folder: string): () => void {
  const lock = new Database(join(folder, "winnow.lock"), { timeout: 0 });
  try {
    // Nothing is ever written, so there is no journal to leave behind.
    lock.pragma("journal_mode = memory");
    lock.exec("begin exclusive");
  } catch (error) {
    lock.close();
    if (!(error instanceof Database.SqliteError) || !error.code.startsWith("SQLITE_BUSY")) throw error;
    throw new AppError(
      "data_folder_in_use",
      503,
      `Another Winnow process is using the data folder ${folder}. Stop it, or choose another folder with WINNOW_DATA_DIR.`,
      { cause: error },
    );
  }
  return () => lock.close();
}

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
