import Database from "better-sqlite3";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { TableDigest } from "#server/db/backup/snapshot.ts";
import type { TableEnd } from "#server/db/backup/backup-entry.ts";
import { databaseFile } from "#server/db/backup/databases-aside.ts";
import type { WorkRunner } from "#server/db/engine/engine.ts";
import { ERASED_KEYS } from "#server/db/erasure/erased-keys.ts";
import { sqliteError } from "#server/db/sqlite/sqlite-error.ts";
import { first, sql } from "#server/db/engine/sql.ts";

/**
 * A backup in progress, in any process. Erasures can see that one is running, and the backup can see that someone was
 * erased.
 */
export interface RunningBackup {
  /**
   * Runs `work` with erasures blocked; returns false instead if someone was erased since the snapshot with this digest.
   */
  unlessErased(digest: string, work: () => void): Promise<boolean>;
  close(): Promise<void>;
}

/** Advisory lock shared by the backups of a PostgreSQL database; any number. */
export const BACKUP_LOCK = 8_246_031_958;

/** Lock file shared by the backups of a SQLite file; the operating system releases it with the process. */
export const LOCK_FILE = "winnow-backup.lock";

/** Whether a backup of this database is running, in any process. */
export async function isBackupRunning(engine: WorkRunner): Promise<boolean> {
  if (engine.name === "postgres") {
    const free = sql<{ free: boolean }>`select pg_try_advisory_xact_lock(${BACKUP_LOCK}::bigint) as free`;
    return (await engine.run(() => first(free)))?.free === false;
  }
  const path = join(dirname(await databaseFile(engine)), LOCK_FILE);
  if (!existsSync(path)) return false;
  const lock = openLock(path, 0);
  try {
    lock.exec("begin exclusive");
    return false;
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY")) return true;
    throw sqliteError(error);
  } finally {
    lock.close();
  }
}

/** The digest of erased people in a written backup, to compare with the database later. */
export function erasedDigestOf(ends: readonly TableEnd[]): string {
  return ends.find(({ table }) => table === ERASED_KEYS.name)?.digest ?? new TableDigest().hex;
}

/** Opens the lock file that marks a running backup. */
export function openLock(path: string, timeout: number): Database.Database {
  const lock = new Database(path, { timeout });
  // Nothing is ever written, so there is no journal to leave behind.
  lock.pragma("journal_mode = memory");
  return lock;
}
