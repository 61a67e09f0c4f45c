import Database from "better-sqlite3";
import { existsSync, linkSync, renameSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "#server/platform/errors.ts";
import { syncFolder } from "#server/platform/sync-folder.ts";
import { checkBeforeOpening } from "#server/db/sqlite/sqlite-check.ts";

/** Throws data_folder_not_empty when the folder contains a database, even an empty one. */
export function refuseTaken(folder: string): void {
  if (!existsSync(join(folder, "winnow.db"))) return;
  throw new AppError(
    "data_folder_not_empty",
    409,
    `${folder} already has a database. Choose another folder with WINNOW_DATA_DIR, or set the existing data aside: npm run restore -- FILE --replace`,
  );
}

/**
 * Replaces the database file in a data folder locked by this process. Returns the replaced file's new name, or null
 * when there was none. A database is in place at every moment, so a crash leaves either the old or the new one.
 */
export async function putInPlace(folder: string, made: string, at: Date): Promise<string | null> {
  const file = join(folder, "winnow.db");
  let aside: string | null = null;
  if (existsSync(file)) {
    aside = join(folder, `winnow-replaced-${at.toISOString().slice(0, 19).replaceAll(":", "-")}Z.db`);
    takeInLog(file);
    // A damaged database keeps its log, which must not become the log of the new one.
    for (const end of ["-wal", "-shm"]) if (existsSync(`${file}${end}`)) renameSync(`${file}${end}`, `${aside}${end}`);
    linkSync(file, aside);
  }
  renameSync(made, file);
  await syncFolder(folder);
  return aside;
}

/** Merges the log into the file of an undamaged database. */
function takeInLog(file: string): void {
  try {
    checkBeforeOpening(file);
    const db = new Database(file);
    try {
      db.pragma("wal_checkpoint(truncate)");
    } finally {
      db.close();
    }
  } catch {
    // The database is being replaced because it is damaged: leave it as it is.
  }
}
