import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  scryptSync,
  timingSafeEqual,
} from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "#server/platform/errors.ts";

/** Seals secrets at rest with AES-256-GCM (NIST SP 800-38D): a fresh 96-bit nonce each, the purpose as associated data. */
export interface Secrets {
  /** Text in, sealed text out; `purpose` names what it is for and must be the same when opening. */
  seal(plain: string, purpose: string): string;
  /** The inverse. Throws secret_unreadable when the key is another one or the text was tampered with. */
  open(sealed: string, purpose: string): string;
  /**
   * A signature of a text (HMAC-SHA-256, RFC 2104) under a key of its own, in base64url; another purpose gives another
   * one.
   */
  sign(text: string, purpose: string): string;
  /** Whether this is the signature of a text, in a time that does not tell how much of it is right. */
  isSigned(text: string, signature: string, purpose: string): boolean;
}

const VERSION = "v1";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const KEY_FILE = "secret.key";

/** Seals and opens with a key of 32 bytes. */
export function createSecrets(key: Buffer): Secrets {
  // Not the key that seals, so that neither use says anything about the other (NIST SP 800-57, 5.2).
  const signingKey = Buffer.from(hkdfSync("sha256", key, "", "winnow signatures", KEY_BYTES));
  const sign: Secrets["sign"] = (text, purpose) =>
    createHmac("sha256", signingKey).update(`${purpose}\0${text}`).digest("base64url");
  return {
    sign,
    isSigned(text, signature, purpose) {
      const [given, right] = [Buffer.from(signature), Buffer.from(sign(text, purpose))];
      return given.length === right.length && timingSafeEqual(given, right);
    },
    seal(plain, purpose) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      return `${VERSION}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url")}`;
    },
    open(sealed, purpose) {
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
          "A stored secret cannot be read with this server's key. Enter it again, or start the server with the WINNOW_SECRET_KEY it was saved under.",
          { cause },
        );
      }
    },
  };
}

/** Seals and opens with the key of this installation, a key file of which is made on first use. */
export async function openSecrets(options: KeyPlace): Promise<Secrets> {
  return createSecrets(await keyOfInstallation(options, { makes: true }));
}

interface KeyPlace {
  passphrase: string | undefined;
  dataDir: string;
}

/**
 * The key of this installation: derived from `passphrase` when the operator set one, else the key file in the data
 * folder (mode 0600); without one, a new one when it `makes` one, else null. Two processes that start at once agree on
 * one file.
 */
export async function keyOfInstallation(place: KeyPlace, options: { makes: true }): Promise<Buffer>;
export async function keyOfInstallation(place: KeyPlace, options: { makes: false }): Promise<Buffer | null>;
export async function keyOfInstallation(
  { passphrase, dataDir }: KeyPlace,
  { makes }: { makes: boolean },
): Promise<Buffer | null> {
  if (passphrase !== undefined) return scryptSync(passphrase, "winnow secrets", KEY_BYTES);
  if (!makes && !existsSync(join(dataDir, KEY_FILE))) return null;
  return readOrMakeKeyFile(dataDir);
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
