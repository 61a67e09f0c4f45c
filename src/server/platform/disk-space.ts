import { statfs } from "node:fs/promises";

/** Room on the disk that holds a folder, in bytes. */
export interface DiskSpace {
  /** What this user can still write. */
  free: number;
  total: number;
}

/** Reads the free space of the file system that holds `folder` (statfs). Null where the system doesn't report it. */
export async function readDiskSpace(folder: string): Promise<DiskSpace | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free: bavail * bsize, total: blocks * bsize };
  } catch {
    return null;
  }
}
