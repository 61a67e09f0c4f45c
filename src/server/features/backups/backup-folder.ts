import { access, constants, mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { BackupFile } from "#shared/contract/schedule.ts";
import { backupsIn } from "#server/db/engine/backup-name.ts";
import { AppError, messageOf } from "#server/platform/errors.ts";
import type { Workspace } from "#server/workspace.ts";

/** The backups in the backup folder, newest first. A nightly one gets its name only after verification. */
export async function listBackups({ backupDir }: Workspace): Promise<BackupFile[]> {
  const files: BackupFile[] = [];
  for (const { name, at } of backupsIn(backupDir)) {
    const found = await stat(join(backupDir, name)).catch(() => null);
    // Just deleted, or a folder.
    if (found?.isFile() !== true) continue;
    files.push({ name, bytes: found.size, at: at ?? found.mtime.toISOString(), verified: at !== null });
  }
  return files.toSorted((a, b) => (a.at < b.at ? 1 : -1));
}

/** Creates the backup folder if it doesn't exist. Throws backup_unwritable if no file can be written there. */
export async function makeBackupFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.W_OK);
  } catch (cause) {
    throw new AppError(
      "backup_unwritable",
      503,
      `The backup folder ${folder} can't be used (${messageOf(cause)}). Change WINNOW_BACKUP_DIR.`,
      { cause },
    );
  }
}

/** Logs at the start rather than the next night if backups can't be written. */
export async function warnOfBackupFolder({ backupDir, log }: Pick<Workspace, "backupDir" | "log">): Promise<void> {
  await makeBackupFolder(backupDir).catch((error: unknown) => log.warn(messageOf(error)));
}
