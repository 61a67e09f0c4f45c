import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { counted } from "#shared/counted.ts";
import { makeBackupFolder } from "#server/features/backups/backup-folder.ts";
import { openSnapshot, type BackupPlan, type MadeBackup } from "#server/features/backups/file/make-backup.ts";
import { fileHoldsData } from "#server/features/backups/file/holds-data.ts";
import { keyCheckBy } from "#server/features/backups/file/sealed-key.ts";
import { AppError } from "#server/platform/errors.ts";
import { askInThread } from "#server/platform/thread.ts";
import { backupsIn, nightlyName } from "#server/db/engine/backup-name.ts";
import { readSettings } from "#server/db/read-settings.ts";
import type { Workspace } from "#server/workspace.ts";

/** Remains of a backup whose process was killed. */
const UNFINISHED = /^winnow-.*Z\.winnow-backup\.\d+\.partial(?:\.verifying.*)?$/u;
/**
 * Disk space for the file and the test database, relative to the store: both are smaller, unless the store is small.
 */
const ROOM = { share: 1.2, atLeast: 50_000_000 };
const ENDED = "The backup thread stopped.";

/**
 * Writes the nightly backup, restores it into a temporary database to verify it, and then removes the oldest beyond the
 * number to keep. It contains sealed secrets but not the key. Returns a summary. Throws disk_full, backup_unwritable,
 * or what reading the store throws; existing backups then stay.
 */
export async function nightlyBackup(workspace: Workspace, signal: AbortSignal): Promise<string> {
  const { store, secrets, clock, backupDir } = workspace;
  await makeBackupFolder(backupDir);
  await removeUnfinished(backupDir);
  await refuseFullDisk(workspace);
  const at = clock();
  const plan: BackupPlan = {
    source: store.leadsAddress,
    path: join(backupDir, nightlyName(at)),
    at: at.toISOString(),
    secrets: "sealed",
    keyCheck: keyCheckBy(secrets),
    key: null,
    verifies: true,
  };
  const made = await inThread(plan, signal);
  const { backupKept } = await readSettings(workspace);
  const { removed, spared } = await removeOldest(backupDir, { kept: backupKept, at, made });
  const leads = counted(made.leads, "lead");
  const older = removed === 0 ? "" : `, and removed ${removed} older ${removed === 1 ? "one" : "ones"}`;
  const stays = spared === null ? "" : ` ${spared} was kept because the newer ones are empty.`;
  const again = made.restarts === 0 ? "" : " It started over because a person was erased in the meantime.";
  return `Backed up ${leads} (${megabytes(made.bytes)} MB), verified with a test restore${older}.${stays}${again}`;
}

/** In a thread: reading and writing would block requests for a minute. */
async function inThread(plan: BackupPlan, signal: AbortSignal): Promise<MadeBackup> {
  try {
    return await askInThread(new URL("file/backup-thread.ts", import.meta.url), ENDED, plan, signal);
  } finally {
    await removeUnfinished(join(plan.path, ".."));
  }
}

async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) if (UNFINISHED.test(name)) await rm(join(folder, name), { force: true });
}

async function refuseFullDisk({ store, backupDir, diskSpace }: Workspace): Promise<void> {
  const snapshot = await openSnapshot(store.leadsAddress);
  const needed = Math.max(ROOM.atLeast, (await snapshot.bytes()) * ROOM.share);
  await snapshot.close();
  const space = await diskSpace("backups");
  if (space === null || space.free >= needed) return;
  throw new AppError(
    "disk_full",
    507,
    `A backup and its test restore need about ${megabytes(needed)} MB in ${backupDir}, but only ${megabytes(space.free)} MB are free. Free some space, or choose another folder with WINNOW_BACKUP_DIR.`,
  );
}

/**
 * Keeps the backup made at `at` regardless of the other names; later names come from a clock that was ahead. The newest
 * one with data is spared while all other remaining ones are empty, as after a lost database.
 */
async function removeOldest(
  folder: string,
  { kept, at: now, made: { holdsData } }: { kept: number; at: Date; made: MadeBackup },
): Promise<{ removed: number; spared: string | null }> {
  const made = nightlyName(now);
  const others = backupsIn(folder).filter(({ name, at }) => at !== null && name !== made);
  const [behind, ahead] = [others.filter(({ name }) => name < made), others.filter(({ name }) => name > made)];
  const names = [...behind, ...ahead].map(({ name }) => name);
  const old = names.slice(kept - 1);
  const isSafe = holdsData || (await firstWithData(folder, names.slice(0, kept - 1))) !== null;
  const spared = isSafe ? null : await firstWithData(folder, old);
  const removed = old.filter((name) => name !== spared);
  for (const name of removed) await rm(join(folder, name), { force: true });
  return { removed: removed.length, spared };
}

async function firstWithData(folder: string, names: readonly string[]): Promise<string | null> {
  for (const name of names) if (await fileHoldsData(join(folder, name))) return name;
  return null;
}

function megabytes(bytes: number): string {
  return Math.ceil(bytes / 1_000_000).toLocaleString("en");
}
