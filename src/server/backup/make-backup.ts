import { link, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { unwritable } from "#server/backup/backup-errors.ts";
import { FORMAT_VERSION, type BackupHeader, type SealedKey } from "#server/backup/backup-format.ts";
import { readBackup } from "#server/backup/read-backup.ts";
import { syncFolder } from "#server/platform/sync-folder.ts";
import { writeBackup } from "#server/backup/write-backup.ts";
import { entriesOf } from "#server/store/backup/backup-entry.ts";
import { loadEntries } from "#server/store/backup/load-entries.ts";
import type { Snapshot } from "#server/store/backup/snapshot.ts";
import { openSqliteSnapshot } from "#server/store/backup/sqlite-snapshot.ts";
import { openSqliteTarget } from "#server/store/backup/sqlite-target.ts";
import type { LeadsAddress } from "#server/store/lead-reader.ts";
import { MIGRATIONS } from "#server/store/migrations/list.ts";

/** What is backed up, and how; it can be sent to a thread. */
export interface BackupPlan {
  source: LeadsAddress;
  path: string;
  at: string;
  secrets: BackupHeader["secrets"];
  keyCheck: string | null;
  key: SealedKey | null;
  /** Whether to restore it into a database that is thrown away and to compare every table. */
  verifies: boolean;
}

export interface MadeBackup {
  bytes: number;
  rows: number;
  leads: number;
}

/** How far it is, for whoever watches: what is done, to which table, and how many of its rows are done. */
export interface Watch {
  signal: AbortSignal;
  progress: (stage: string, table: string, rows: number) => void;
}

/** Opens a snapshot of a store. Throws store_damaged or store_unreachable. */
export async function openSnapshot(source: LeadsAddress): Promise<Snapshot> {
  if (source.engine === "sqlite") return openSqliteSnapshot(source.file);
  // Its driver is not loaded for those who do not use it.
  const { openPostgresSnapshot } = await import("#server/store/backup/postgres-snapshot.ts");
  return openPostgresSnapshot(source.url);
}

/**
 * Backs a store up while others go on using it. The file has its name only once it is whole and, if that was asked for,
 * was restored and compared. Throws store_damaged, schema_newer, backup_exists, disk_full, backup_unwritable,
 * restore_differs, and what the signal was aborted with; nothing is left then.
 */
export async function makeBackup(plan: BackupPlan, { signal, progress }: Watch): Promise<MadeBackup> {
  const draft = `${plan.path}.${process.pid}.partial`;
  const snapshot = await openSnapshot(plan.source);
  try {
    const version = await snapshot.version();
    await snapshot.check();
    const header: BackupHeader = {
      format: "winnow-backup",
      formatVersion: FORMAT_VERSION,
      schemaVersion: version,
      lastMigration: MIGRATIONS[version - 1]?.name ?? "",
      engine: snapshot.engine,
      at: plan.at,
      secrets: plan.secrets,
      keyCheck: plan.keyCheck,
      key: plan.key,
    };
    const entries = entriesOf(snapshot, { withSecrets: plan.secrets !== "left-out" });
    const writing = { signal, progress: (table: string, rows: number) => progress("Backing up", table, rows) };
    const { bytes, ends } = await writeBackup(draft, header, entries, writing);
    // What is written meanwhile need not be kept in the log for the check.
    await snapshot.close();
    if (plan.verifies) await verify(draft, version, { signal, progress });
    // link() never replaces what has the name already.
    await link(draft, plan.path);
    await syncFolder(dirname(plan.path));
    const rows = ends.reduce((sum, end) => sum + end.rows, 0);
    return { bytes, rows, leads: ends.find(({ table }) => table === "leads")?.rows ?? 0 };
  } catch (error) {
    throw unwritable(error, plan.path);
  } finally {
    await snapshot.close();
    await rm(draft, { force: true });
  }
}

/** Restores a backup into a SQLite file that goes again: it needs no right on a database server, and burdens none. */
async function verify(path: string, version: number, { signal, progress }: Watch): Promise<void> {
  const target = openSqliteTarget(`${path}.verifying`, version, { searchable: false });
  try {
    const verifying = { signal, progress: (table: string, rows: number) => progress("Verifying", table, rows) };
    await loadEntries(readBackup(path), target, verifying);
  } finally {
    await target.abandon();
  }
}
