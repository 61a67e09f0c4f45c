import { linkSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname } from "node:path";
import { AppError } from "#server/platform/errors.ts";
import { syncFolder } from "#server/platform/sync-folder.ts";
import { unwritable } from "#server/features/backups/file/backup-errors.ts";
import { FORMAT_VERSION, type BackupHeader, type SealedKey } from "#server/features/backups/file/backup-format.ts";
import { holdsData } from "#server/features/backups/file/holds-data.ts";
import { readBackup } from "#server/features/backups/file/read-backup.ts";
import { writeBackup } from "#server/features/backups/file/write-backup.ts";
import { entriesOf } from "#server/db/backup/backup-entry.ts";
import { loadEntries } from "#server/db/backup/load-entries.ts";
import { announceBackup } from "#server/db/backup/announce-backup.ts";
import { erasedDigestOf, type RunningBackup } from "#server/db/backup/running-backup.ts";
import type { Snapshot } from "#server/db/backup/snapshot.ts";
import { openSqliteSnapshot } from "#server/db/backup/sqlite-snapshot.ts";
import { openSqliteTarget } from "#server/db/backup/sqlite-target.ts";
import type { LeadsAddress } from "#server/db/lead-reader/leads-view.ts";
import { migrationTo } from "#server/db/migrations/list.ts";

/** Can be sent to a thread. */
export interface BackupPlan {
  source: LeadsAddress;
  path: string;
  at: string;
  secrets: BackupHeader["secrets"];
  keyCheck: string | null;
  key: SealedKey | null;
  /** Whether to test-restore it into a temporary database and compare every table. */
  verifies: boolean;
}

export interface MadeBackup {
  bytes: number;
  rows: number;
  leads: number;
  /** Whether it contains user data. */
  holdsData: boolean;
  /** How often it started over because a person was erased. */
  restarts: number;
}

/** A program must be erasing people if each of these tries is outdated. */
const MAX_TRIES = 3;

/** Cancels the work and reports its progress. */
export interface Watch {
  signal: AbortSignal;
  progress: (stage: string, table: string, rows: number) => void;
}

/** Opens a snapshot of a store. Throws store_damaged or store_unreachable. */
export async function openSnapshot(source: LeadsAddress): Promise<Snapshot> {
  if (source.engine === "sqlite") return openSqliteSnapshot(source.file);
  // SQLite users don't need PostgreSQL's driver.
  const { openPostgresSnapshot } = await import("#server/db/backup/postgres-snapshot.ts");
  return openPostgresSnapshot(source.url);
}

/**
 * Backs up a store in use. The file gets its name only when it's complete and, if requested, verified; if a person is
 * erased before that, it starts over. Throws store_damaged, schema_newer, backup_exists, disk_full, backup_unwritable,
 * backup_outdated, restore_differs, and the signal's reason, leaving no files.
 */
export async function makeBackup(plan: BackupPlan, watch: Watch): Promise<MadeBackup> {
  const running = await announceBackup(plan.source);
  try {
    for (let restarts = 0; restarts < MAX_TRIES; restarts += 1) {
      const made = await tryBackup(plan, running, watch);
      if (made !== null) return { ...made, restarts };
      watch.progress("Starting over", "because a person was erased", 0);
    }
  } finally {
    await running.close();
  }
  throw new AppError(
    "backup_outdated",
    409,
    "The backup was discarded because people were erased while it ran. Try again later.",
  );
}

/** Null if a person in it was erased in the meantime; its file is deleted then. */
async function tryBackup(
  plan: BackupPlan,
  running: RunningBackup,
  { signal, progress }: Watch,
): Promise<Omit<MadeBackup, "restarts"> | null> {
  const draft = `${plan.path}.${process.pid}.partial`;
  const snapshot = await openSnapshot(plan.source);
  try {
    const version = await snapshot.version();
    await snapshot.check();
    const header: BackupHeader = {
      format: "winnow-backup",
      formatVersion: FORMAT_VERSION,
      schemaVersion: version,
      lastMigration: migrationTo(version)?.name ?? "",
      engine: snapshot.engine,
      at: plan.at,
      secrets: plan.secrets,
      keyCheck: plan.keyCheck,
      key: plan.key,
    };
    const entries = entriesOf(snapshot, { withSecrets: plan.secrets !== "left-out" });
    const writing = { signal, progress: (table: string, rows: number) => progress("Backing up", table, rows) };
    const { bytes, ends } = await writeBackup(draft, header, entries, writing);
    // Close it before verifying, so SQLite's log can be truncated.
    await snapshot.close();
    const erased = erasedDigestOf(ends);
    if (!(await running.unlessErased(erased, () => {}))) return null;
    if (plan.verifies) await verify(draft, version, { signal, progress });
    // Unlike a rename, a link never replaces an existing file.
    if (!(await running.unlessErased(erased, () => linkSync(draft, plan.path)))) return null;
    await syncFolder(dirname(plan.path));
    const rows = ends.reduce((sum, end) => sum + end.rows, 0);
    return { bytes, rows, holdsData: holdsData(ends), leads: ends.find(({ table }) => table === "leads")?.rows ?? 0 };
  } catch (error) {
    throw unwritable(error, plan.path);
  } finally {
    await snapshot.close();
    await rm(draft, { force: true });
  }
}

/** Restores into a temporary SQLite file, which needs no database server. */
async function verify(path: string, version: number, { signal, progress }: Watch): Promise<void> {
  const target = openSqliteTarget(`${path}.verifying`, version, { searchable: false });
  try {
    const verifying = { signal, progress: (table: string, rows: number) => progress("Verifying", table, rows) };
    await loadEntries(readBackup(path), target, verifying);
  } finally {
    await target.abandon();
  }
}
