import Database from "better-sqlite3";
import { existsSync, linkSync, renameSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "#server/platform/errors.ts";
import { syncFolder } from "#server/platform/sync-folder.ts";
import { checkBeforeOpening } from "#server/store/sqlite-check.ts";

/** Throws data_folder_not_empty when there is a database in the folder, whatever is in it. */
export function refuseTaken(folder: string): void {
  if (!existsSync(join(folder, "winnow.db"))) return;
  throw new AppError(
    "data_folder_not_empty",
    409,
    `There is a database in ${folder} already. Name another folder with WINNOW_DATA_DIR, or add --replace, which sets what is there aside.`,
  );
}

/**
 * Puts a new database file in the place of the one in a data folder that this process has locked; what was there gets the
 * name that is answered, null when nothing was. At no moment is there none, so a stop leaves either the one or the other.
 */
export async function putInPlace(folder: string, made: string, at: Date): Promise<string | null> {
  const file = join(folder, "winnow.db");
  let aside: string | null = null;
  if (existsSync(file)) {
    aside = join(folder, `winnow-replaced-${at.toISOString().slice(0, 19).replaceAll(":", "-")}Z.db`);
    takeInLog(file);
    // Of a damaged database the log stays what it is, beside it: it must not become the log of the new one.
    for (const end of ["-wal", "-shm"]) if (existsSync(`${file}${end}`)) renameSync(`${file}${end}`, `${aside}${end}`);
    linkSync(file, aside);
  }
  renameSync(made, file);
  await syncFolder(folder);
  return aside;
}

/** Makes the log of a whole database part of its file. */
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
    // It is replaced because it is damaged: it is set aside as it is.
  }
}
