import Database from "better-sqlite3";
import { dirname, join } from "node:path";
import { lineOf, TableDigest, type Cell } from "#server/db/backup/snapshot.ts";
import { LOCK_FILE, openLock, type RunningBackup } from "#server/db/backup/running-backup.ts";
import { sqliteShape } from "#server/db/backup/sqlite-snapshot.ts";
import type { LeadsAddress } from "#server/db/lead-reader/leads-view.ts";
import { ERASED_KEYS } from "#server/db/erasure/erased-keys.ts";
import { sqliteError } from "#server/db/sqlite/sqlite-error.ts";

/** Rewriting the file after an erasure may take a minute. */
const BUSY_MILLISECONDS = 120_000;

/** Marks a backup of this store as running until it is closed. Throws store_unreachable. */
export async function announceBackup(source: LeadsAddress): Promise<RunningBackup> {
  if (source.engine === "sqlite") return announceSqliteBackup(source.file);
  const { announcePostgresBackup } = await import("#server/db/backup/postgres-running-backup.ts");
  return announcePostgresBackup(source.url);
}

function announceSqliteBackup(file: string): RunningBackup {
  const lock = openLock(join(dirname(file), LOCK_FILE), BUSY_MILLISECONDS);
  try {
    lock.exec("begin");
    // The read takes the shared lock.
    lock.prepare("select count(*) from sqlite_master").get();
  } catch (error) {
    lock.close();
    throw sqliteError(error);
  }
  return {
    unlessErased: (digest, work) => Promise.try(() => unlessErased(file, digest, work)),
    close: () => Promise.resolve(void lock.close()),
  };
}

/** Synchronous, so that no other code on this thread waits for the lock. */
function unlessErased(file: string, digest: string, work: () => void): boolean {
  try {
    const db = new Database(file, { fileMustExist: true, timeout: BUSY_MILLISECONDS });
    try {
      db.exec("begin immediate");
      if (erasedIn(db) === digest) {
        work();
        return true;
      }
      db.exec("rollback");
      // While the snapshot was open, the log kept what was erased; remove it now.
      db.pragma("wal_checkpoint(truncate)");
      return false;
    } finally {
      db.close();
    }
  } catch (error) {
    throw sqliteError(error);
  }
}

function erasedIn(db: Database.Database): string {
  const digest = new TableDigest();
  const { columns } = sqliteShape(db, ERASED_KEYS.name);
  if (columns.length === 0) return digest.hex;
  const rows = db.prepare<[], Cell[]>(`select ${columns.join(", ")} from ${ERASED_KEYS.name}`).raw(true);
  for (const row of rows.iterate()) digest.add(lineOf(row));
  return digest.hex;
}
