import { join, resolve } from "node:path";
import type { Watch } from "#server/features/backups/file/make-backup.ts";
import { AppError } from "#server/platform/errors.ts";
import { entriesOf } from "#server/db/backup/backup-entry.ts";
import { loadEntries } from "#server/db/backup/load-entries.ts";
import { openPostgresTarget } from "#server/db/backup/postgres-target.ts";
import { openSqliteSnapshot } from "#server/db/backup/sqlite-snapshot.ts";
import { inFolder, lockDataFolder } from "#server/db/data-folder.ts";
import { sizeOf } from "#server/db/sqlite/sqlite-check.ts";

export interface Moved {
  rows: number;
  leads: number;
}

/**
 * Copies a data folder into an empty PostgreSQL database in one transaction and compares every table; the SQLite file
 * stays unchanged. Throws data_folder_empty, data_folder_in_use, store_damaged, database_not_empty, database_in_use,
 * restore_differs, and the signal's reason.
 */
export async function moveToPostgres(
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string },
  { signal, progress }: Watch,
): Promise<Moved> {
  const folder = resolve(dataDir);
  const file = join(folder, "winnow.db");
  if (sizeOf(file) === 0) {
    throw new AppError(
      "data_folder_empty",
      404,
      `There's no database in ${folder}. Set WINNOW_DATA_DIR to the folder that has one.`,
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
