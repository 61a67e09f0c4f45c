import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { BackupFile } from "#shared/contract/schedule.ts";
import { backupsIn } from "#server/db/engine/backup-name.ts";
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
