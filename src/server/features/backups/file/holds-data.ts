import { AppError } from "#server/platform/errors.ts";
import { readBackup } from "#server/features/backups/file/read-backup.ts";

/** Tables that only have rows if someone used the database. */
const USER_TABLES: ReadonlySet<string> = new Set([
  "leads",
  "tombstones",
  "rules",
  "data_sources",
  "settings",
  "accounts",
  // Otherwise the last full backup of a small store would keep the person erased last.
  "erased_keys",
]);

/** Whether a backup with these tables contains user data. */
export function holdsData(tables: readonly { table: string; rows: number }[]): boolean {
  return tables.some(({ table, rows }) => rows > 0 && USER_TABLES.has(table));
}

/** Whether a backup file contains user data; false if it's damaged or unreadable. */
export async function fileHoldsData(path: string): Promise<boolean> {
  try {
    for await (const entry of readBackup(path)) if (entry.kind === "end" && holdsData([entry])) return true;
    return false;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
