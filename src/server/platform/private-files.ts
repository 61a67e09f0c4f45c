import { lchown, lstat, readdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";

const OTHERS = 0o077;
const NAMED = 3;

/** Makes every file created by this process, its threads and child processes readable by its user only. */
export function keepFilesPrivate(): void {
  process.umask(OTHERS);
}

/** Gives what root has made in another user's data folder to that user, who couldn't read it otherwise. */
export async function giveFilesToOwner(dataDir: string): Promise<void> {
  const owner = process.getuid?.() === 0 ? await stat(dataDir).catch(() => null) : null;
  if (owner === null || owner.uid === 0) return;
  for (const path of await pathsIn(resolve(dataDir))) {
    const found = await lstat(path).catch(() => null);
    if (found?.isFile() === true && found.uid === 0) await lchown(path, owner.uid, owner.gid);
  }
}

/**
 * Warnings about what other users of the machine can read, each with the command that fixes it. In a backup folder
 * outside of the data folder, which may hold other files, only backups are checked.
 */
export async function openToOthers({ dataDir, backupDir }: { dataDir: string; backupDir: string }): Promise<string[]> {
  const [data, backups] = [resolve(dataDir), resolve(backupDir)];
  const isApart = !backups.startsWith(`${data}/`);
  const inBackups = await pathsIn(backups);
  const ours = [data, ...(await pathsIn(data)), ...(isApart ? [] : inBackups)];
  const apart = isApart ? inBackups.filter((path) => path.endsWith(".winnow-backup")) : [];
  return [
    ...sentence(await openAmong(ours), `-R go= ${quoted(data)}`),
    ...sentence(await openAmong(apart), `go= ${quoted(backups)}/*.winnow-backup`),
  ];
}

function sentence(open: readonly string[], chmod: string): string[] {
  if (open.length === 0) return [];
  const more = open.length > NAMED ? ` and ${open.length - NAMED} more` : "";
  return [`Other users can access ${open.slice(0, NAMED).join(", ")}${more}. Run: chmod ${chmod}`];
}

async function openAmong(paths: readonly string[]): Promise<string[]> {
  const open: string[] = [];
  for (const path of paths) {
    const found = await stat(path).catch(() => null);
    if (found !== null && (found.mode & OTHERS) !== 0) open.push(path);
  }
  return open;
}

async function pathsIn(folder: string): Promise<string[]> {
  const names: string[] = await readdir(folder).catch(() => []);
  return names.toSorted().map((name) => join(folder, name));
}

function quoted(path: string): string {
  return `'${path.replaceAll("'", String.raw`'\''`)}'`;
}
