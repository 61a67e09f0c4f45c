import { link, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "#server/platform/errors.ts";
import { createSecrets, keyOfInstallation } from "#server/platform/secrets.ts";
import { syncFolder } from "#server/platform/sync-folder.ts";
import { keyCheckBy, openKey } from "#server/features/backups/file/sealed-key.ts";
import type { BackupHeader } from "#server/features/backups/file/backup-format.ts";

/** The key settings of the installation being restored into. */
export interface KeyPlace {
  dataDir: string;
  /** WINNOW_SECRET_KEY, which replaces the key file. */
  secretKey: string | undefined;
}

/** `key` is written to the key file; null if the right one is in place. */
export interface KeyPlan {
  key: Buffer | null;
  /** Whether the backup's secrets will be readable. */
  readable: boolean;
}

/**
 * Decides what to do about the key before anything is written. Throws passphrase_wrong, and key_differs if
 * WINNOW_SECRET_KEY isn't the backup's key.
 */
export async function planKey(
  header: BackupHeader,
  place: KeyPlace,
  passphrase: () => Promise<string>,
): Promise<KeyPlan> {
  if (header.secrets === "left-out") return { key: null, readable: true };
  const own = await keyOfInstallation({ passphrase: place.secretKey, dataDir: place.dataDir }, { makes: false });
  const isOwn = own !== null && keyCheckBy(createSecrets(own)) === header.keyCheck;
  if (isOwn || header.key === null) return { key: null, readable: isOwn };
  const key = openKey(header.key, await passphrase());
  if (place.secretKey === undefined) return { key, readable: true };
  throw new AppError(
    "key_differs",
    409,
    "WINNOW_SECRET_KEY isn't the backup's key. Set it to the original value, or unset it to write the backup's key to the data folder.",
  );
}

/**
 * Writes the key file (mode 0600) before running `work`, which puts the data in place: a server started in between would
 * create a different key. An existing key is renamed, and restored if `work` fails.
 */
export async function withKeyFile<T>(
  dataDir: string,
  { key, at }: { key: Buffer | null; at: Date },
  work: () => Promise<T>,
): Promise<T> {
  if (key === null) return work();
  const path = join(dataDir, "secret.key");
  const aside = join(dataDir, `secret-replaced-${at.toISOString().slice(0, 19).replaceAll(":", "-")}Z.key`);
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, `${key.toString("hex")}\n`, { mode: 0o600, flush: true });
  try {
    const hadOne = await link(path, aside).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return false;
        throw error;
      },
    );
    await rename(draft, path);
    await syncFolder(dataDir);
    try {
      return await work();
    } catch (error) {
      await (hadOne ? rename(aside, path) : rm(path, { force: true }));
      throw error;
    }
  } finally {
    await rm(draft, { force: true });
  }
}
