import { link, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "#server/platform/errors.ts";
import { createSecrets, keyOfInstallation } from "#server/platform/secrets.ts";
import { syncFolder } from "#server/platform/sync-folder.ts";
import { keyCheckBy, openKey } from "#server/backup/sealed-key.ts";
import type { BackupHeader } from "#server/backup/backup-format.ts";

/** The installation that a backup is restored into, as far as its key goes. */
export interface KeyPlace {
  dataDir: string;
  /** WINNOW_SECRET_KEY, which takes the place of the key file. */
  secretKey: string | undefined;
}

/** What a restore does about the key: `key` is to be written as the key file, null where the right one is there. */
export interface KeyPlan {
  key: Buffer | null;
  /** Whether the secrets in the backup can be read afterwards. */
  readable: boolean;
}

/**
 * Decides about the key before anything is written. Throws passphrase_wrong, and key_differs when WINNOW_SECRET_KEY is
 * another one than that of the backup.
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
    "WINNOW_SECRET_KEY is another one than that of the backup. Set it to the one of then, or unset it to have the backup's key written to the data folder.",
  );
}

/**
 * Does the work that puts the data in place with the key file (mode 0600) written before it: a server that is started on
 * the data in between would make a key of its own. A key that is there is kept under another name; it comes back when the
 * work fails.
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
