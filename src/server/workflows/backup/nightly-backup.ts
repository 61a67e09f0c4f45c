import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { openSnapshot, type BackupPlan, type MadeBackup } from "#server/backup/make-backup.ts";
import { keyCheckBy } from "#server/backup/sealed-key.ts";
import { unwritable } from "#server/backup/backup-errors.ts";
import { AppError } from "#server/platform/errors.ts";
import { startThread } from "#server/platform/thread.ts";
import { backupsIn, nightlyName } from "#server/store/backup/backup-name.ts";
import { readSettings } from "#server/workflows/settings/read-settings.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** What a backup that is being made leaves when its process is killed. */
const UNFINISHED = /^winnow-.*Z\.winnow-backup\.\d+\.partial(?:\.verifying.*)?$/u;
/** The file and the database that it is restored into for the check: less than the store takes, unless it is small. */
const ROOM = { share: 1.2, atLeast: 50_000_000 };
const ENDED = "The thread of the backup has ended.";

/**
 * Writes the night's backup into the folder of backups, restores it into a database that is thrown away, and then removes
 * the oldest beyond those to keep. It holds sealed secrets but not the key. Answers what was done, in a sentence. Throws
 * disk_full, backup_unwritable, or what reading the store throws; the backups that are there stay then.
 */
export async function nightlyBackup(workspace: Workspace, signal: AbortSignal): Promise<string> {
  const { store, secrets, clock, backupDir } = workspace;
  await makeFolder(backupDir);
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
  const removed = await removeOldest(backupDir, { kept: backupKept, at });
  const leads = `${made.leads.toLocaleString("en")} ${made.leads === 1 ? "lead" : "leads"}`;
  const older = removed === 0 ? "" : `, and removed ${removed} older ${removed === 1 ? "one" : "ones"}`;
  return `Backed up ${leads} (${megabytes(made.bytes)} MB), restored it for a check${older}.`;
}

/** In a thread: what is read and written would keep requests waiting for a minute. */
async function inThread(plan: BackupPlan, signal: AbortSignal): Promise<MadeBackup> {
  signal.throwIfAborted();
  const thread = startThread<BackupPlan, MadeBackup>(new URL("../../backup/backup-thread.ts", import.meta.url), ENDED);
  const end = (): void => void thread.close();
  signal.addEventListener("abort", end);
  try {
    return await thread.ask(plan);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener("abort", end);
    await thread.close();
    await removeUnfinished(join(plan.path, ".."));
  }
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw unwritable(error, folder);
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
    `A backup and its check need about ${megabytes(needed)} MB in ${backupDir}, and ${megabytes(space.free)} MB are free. Make room, or name another folder with WINNOW_BACKUP_DIR.`,
  );
}

/** Keeps the one that was made at `at` whatever the others are named; those named later are of a clock that was ahead. */
async function removeOldest(folder: string, { kept, at: now }: { kept: number; at: Date }): Promise<number> {
  const made = nightlyName(now);
  const others = backupsIn(folder).filter(({ name, at }) => at !== null && name !== made);
  const [behind, ahead] = [others.filter(({ name }) => name < made), others.filter(({ name }) => name > made)];
  const old = [...behind, ...ahead].slice(kept - 1);
  for (const { name } of old) await rm(join(folder, name), { force: true });
  return old.length;
}

function megabytes(bytes: number): string {
  return Math.ceil(bytes / 1_000_000).toLocaleString("en");
}
