import Database from "better-sqlite3";
import { join } from "node:path";
import { AppError } from "#server/platform/errors.ts";

/**
 * Makes this process the only one that has the data folder open. Returns the function that lets go. The lock is the
 * operating system's, held through an open transaction on a small file of its own, so it ends with the process however
 * that ends. Throws data_folder_in_use.
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
      `The data folder ${folder} is in use by another Winnow. Stop that one, or give this one a folder of its own with WINNOW_DATA_DIR.`,
      { cause: error },
    );
  }
  return () => lock.close();
}
