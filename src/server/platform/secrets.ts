import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  scryptSync,
  timingSafeEqual,
} from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { AppError, unusableFolder } from "#server/platform/errors.ts";

const VERSION = "v1";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const KEY_FILE = "secret.key";

/**
 * Seals secrets at rest with a 32-byte key and AES-256-GCM (NIST SP 800-38D): a fresh 96-bit nonce each, the purpose as
 * associated data.
 */
export function createSecrets(key: Buffer) {
  // Not the sealing key, so that neither use reveals anything about the other (NIST SP 800-57, 5.2).
  const signingKey = Buffer.from(hkdfSync("sha256", key, "", "winnow signatures", KEY_BYTES));
  const sign = (text: string, purpose: string): string =>
    createHmac("sha256", signingKey).update(`${purpose}\0${text}`).digest("base64url");
  return {
    /** Signs a text (HMAC-SHA-256, RFC 2104) with a separate key per purpose, in base64url. */
    sign,
    /** Verifies a signature in constant time. */
    isSigned(text: string, signature: string, purpose: string): boolean {
      const [given, right] = [Buffer.from(signature), Buffer.from(sign(text, purpose))];
      return given.length === right.length && timingSafeEqual(given, right);
    },
    /** Seals a text; opening it needs the same `purpose`. */
    seal(plain: string, purpose: string): string {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      return `${VERSION}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url")}`;
    },
    /** The inverse. Throws secret_unreadable if the key is a different one or the text was changed. */
    open(sealed: string, purpose: string): string {
      try {
        const [version, text] = sealed.split(".");
        if (version !== VERSION || text === undefined) throw new Error("unknown format");
        const bytes = Buffer.from(text, "base64url");
        const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE_BYTES))
          .setAAD(Buffer.from(purpose))
          .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
        const body = bytes.subarray(NONCE_BYTES + TAG_BYTES);
        return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
      } catch (cause) {
        throw new AppError(
          "secret_unreadable",
          409,
          "A stored secret can't be read with this server's key. Enter it again, or restart the server with the original WINNOW_SECRET_KEY.",
          { cause },
        );
      }
    },
  };
}

export type Secrets = ReturnType<typeof createSecrets>;

/** Seals and opens with this installation's key, which is created on first use. */
export async function openSecrets(options: KeyPlace): Promise<Secrets> {
  return createSecrets(await keyOfInstallation(options, { makes: true }));
}

interface KeyPlace {
  passphrase: string | undefined;
  dataDir: string;
}

/**
 * Returns this installation's key: derived from `passphrase` if the operator set one, else from the key file in the
 * data folder (mode 0600), which is created if missing and `makes` is set; otherwise null. Two processes that start
 * concurrently agree on one file.
 */
export async function keyOfInstallation(place: KeyPlace, options: { makes: true }): Promise<Buffer>;
export async function keyOfInstallation(place: KeyPlace, options: { makes: false }): Promise<Buffer | null>;
export async function keyOfInstallation(
  { passphrase, dataDir }: KeyPlace,
  { makes }: { makes: boolean },
): Promise<Buffer | null> {
  if (passphrase !== undefined) return scryptSync(passphrase, "winnow secrets", KEY_BYTES);
  if (!makes && !existsSync(join(dataDir, KEY_FILE))) return null;
  try {
    return await readOrMakeKeyFile(dataDir);
  } catch (error) {
    throw unusableFolder(resolve(dataDir), error);
  }
}

async function readOrMakeKeyFile(dataDir: string): Promise<Buffer> {
  const path = join(dataDir, KEY_FILE);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const draft = join(dataDir, `${KEY_FILE}.${process.pid}.${randomBytes(4).toString("hex")}`);
  try {
    await writeFile(draft, `${randomBytes(KEY_BYTES).toString("hex")}\n`, { mode: 0o600, flush: true });
    // link() never replaces, so the first of two processes wins and the other reads its key.
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await rm(draft, { force: true });
  }
  await chmod(path, 0o600);
  const key = Buffer.from((await readFile(path, "utf8")).trim(), "hex");
  if (key.length !== KEY_BYTES) {
    throw new Error(`The secrets key in ${path} is damaged. Restore it from a backup, or set WINNOW_SECRET_KEY.`);
  }
  return key;
}

/** Compares two tokens in constant time. */
export function isSameToken(given: string, known: string): boolean {
  return timingSafeEqual(hash("sha256", given, "buffer"), hash("sha256", known, "buffer"));
}
