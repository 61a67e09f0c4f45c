import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Watch } from "#server/backup/make-backup.ts";
import { AppError } from "#server/platform/errors.ts";
import { entriesOf } from "#server/store/backup/backup-entry.ts";
import { loadEntries } from "#server/store/backup/load-entries.ts";
import { openPostgresTarget } from "#server/store/backup/postgres-target.ts";
import { openSqliteSnapshot } from "#server/store/backup/sqlite-snapshot.ts";
import { inFolder } from "#server/store/data-folder-error.ts";
import { lockDataFolder } from "#server/store/data-folder-lock.ts";

export interface Moved {
  rows: number;
  leads: number;
}

/**
 * Copies everything of a data folder into an empty PostgreSQL database, in one transaction, and compares every table; the
 * SQLite file stays as it is. Throws data_folder_empty, data_folder_in_use while a server would add to it, store_damaged,
 * database_not_empty, database_in_use, restore_differs, and what the signal was aborted with.
 */
export async function moveToPostgres(
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string },
  { signal, progress }: Watch,
): Promise<Moved> {
  const folder = resolve(dataDir);
  const file = join(folder, "winnow.db");
  if (!existsSync(file)) {
    throw new AppError(
      "data_folder_empty",
      404,
      `There is no database in ${folder}. Name the folder that has one with WINNOW_DATA_DIR.`,
    );
  }
  const unlock = inFolder(folder, () => lockDataFolder(folder));
  try {
    const snapshot = openSqliteSnapshot(file);
    try {
      progress("Checking", file, 0);
      await snapshot.check();
      const version = await snapshot.version();
      const { target } = await openPostgresTarget(databaseUrl, version, { asideName: null });
      try {
        const moving = { signal, progress: (table: string, rows: number) => progress("Moving", table, rows) };
        const ends = await loadEntries(entriesOf(snapshot, { withSecrets: true }), target, moving);
        await target.migrateOn();
        signal.throwIfAborted();
        await target.commit();
        const rows = ends.reduce((sum, end) => sum + end.rows, 0);
        return { rows, leads: ends.find(({ table }) => table === "leads")?.rows ?? 0 };
      } catch (error) {
        await target.abandon();
        throw error;
      }
    } finally {
      await snapshot.close();
    }
  } finally {
    unlock();
  }
}
