import { open } from "node:fs/promises";

/** Flushes a folder's entries: otherwise a file already on disk may lose its name in a power failure. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
