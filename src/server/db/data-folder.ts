import Database from "better-sqlite3";
import { join } from "node:path";
import { AppError, unusableFolder } from "#server/platform/errors.ts";

/** Where a restore makes the new database. */
export function restoringFolder(folder: string): string {
  return join(folder, "restoring");
}

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

/** Returns the result of `open`. Throws data_folder_unusable if the folder or a file in it can't be used. */
export function inFolder<T>(folder: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    throw unusableFolder(folder, error);
  }
}
