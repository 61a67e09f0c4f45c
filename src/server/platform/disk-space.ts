import { statfs } from "node:fs/promises";

/** Room on the disk that holds a folder, in bytes. */
export interface DiskSpace {
  /** What this user may still write. */
  free: number;
  total: number;
}

/** Reads the room where `folder` is (statfs). Null where the system does not say. */
export async function readDiskSpace(folder: string): Promise<DiskSpace | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free: bavail * bsize, total: blocks * bsize };
  } catch {
    return null;
  }
}
