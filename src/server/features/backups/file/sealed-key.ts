import { randomBytes, scryptSync } from "node:crypto";
import { AppError } from "#server/platform/errors.ts";
import { createSecrets, type Secrets } from "#server/platform/secrets.ts";
import type { SealedKey } from "#server/features/backups/file/backup-format.ts";

/** OWASP's parameters: 128 MB and about half a second per guess. */
const COST = 131_072;
const BLOCK_SIZE = 8;
const KEY_BYTES = 32;
const PURPOSE = "backup key";
const CHECKED = "the key of a backup's secrets";

/** Encrypts the secrets key with a key that scrypt (RFC 7914) derives from a passphrase. */
export function sealKey(key: Buffer, passphrase: string): SealedKey {
  const salt = randomBytes(16);
  const sealing = createSecrets(keyOf(passphrase, salt, COST, BLOCK_SIZE));
  const sealed = sealing.seal(key.toString("base64"), PURPOSE);
  return { salt: salt.toString("base64"), cost: COST, blockSize: BLOCK_SIZE, sealed };
}

/** Decrypts it. Throws passphrase_wrong. */
export function openKey({ salt, cost, blockSize, sealed }: SealedKey, passphrase: string): Buffer {
  const sealing = createSecrets(keyOf(passphrase, Buffer.from(salt, "base64"), cost, blockSize));
  try {
    return Buffer.from(sealing.open(sealed, PURPOSE), "base64");
  } catch (cause) {
    throw new AppError("passphrase_wrong", 403, "The passphrase is wrong.", {
      cause,
    });
  }
}

/** A text that recognizes this key without revealing it. */
export function keyCheckBy(secrets: Pick<Secrets, "sign">): string {
  return secrets.sign(CHECKED, PURPOSE);
}

function keyOf(passphrase: string, salt: Buffer, cost: number, blockSize: number): Buffer {
  // scrypt takes 128 * N * r bytes; the header's schema limits both.
  return scryptSync(passphrase.normalize("NFC"), salt, KEY_BYTES, {
    N: cost,
    r: blockSize,
    p: 1,
    maxmem: 256 * cost * blockSize,
  });
}
