import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { AppError } from "#server/platform/errors.ts";

/** OWASP Password Storage Cheat Sheet: argon2id with 19 MiB, two passes, one lane. */
const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1 };
const TAG_BYTES = 32;
const SALT_BYTES = 16;

/** Each takes 19 MB and a thread of four that read files and names, too. */
const AT_ONCE = 2;
/** A few seconds of work; who comes after them is asked to come again. */
const MOST_WAITING = 100;
const RETRY_SECONDS = 5;

/** The PHC string format, as other programs read and write it. */
const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([\w+/]+)\$([\w+/]+)$/u;

interface Parameters {
  memory: number;
  passes: number;
  parallelism: number;
}

const waiting: (() => void)[] = [];
let running = 0;

/** A password as a PHC string with a salt of its own. Rejects with too_busy (503) when too many wait. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await inTurn(() => tagOf(password, salt, TAG_BYTES, PARAMETERS));
  const { memory, passes, parallelism } = PARAMETERS;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(hash)}`;
}

/**
 * Whether this is the password of a PHC string; `isOutdated` when it was hashed with other parameters than today's.
 * Without a string the same work is done and the answer is no, so that the time does not tell whether there is one.
 * Rejects with too_busy (503) when too many wait.
 */
export async function isPassword(
  password: string,
  stored: string | null,
): Promise<{ isRight: boolean; isOutdated: boolean }> {
  const known = stored === null ? null : PHC.exec(stored);
  const [, memory, passes, parallelism, salt = "", hash = ""] = known ?? [];
  const used = known === null ? PARAMETERS : numbersOf({ memory, passes, parallelism });
  const right = known === null ? Buffer.alloc(TAG_BYTES) : Buffer.from(hash, "base64");
  const saltBytes = known === null ? Buffer.alloc(SALT_BYTES) : Buffer.from(salt, "base64");
  const given = await inTurn(() => tagOf(password, saltBytes, right.length, used));
  const isRight = known !== null && timingSafeEqual(given, right);
  const isOutdated = (Object.keys(PARAMETERS) as (keyof Parameters)[]).some((name) => used[name] !== PARAMETERS[name]);
  return { isRight, isOutdated };
}

/** Keyboards write the same letters in several ways (NIST SP 800-63B, 5.1.1.2). */
function tagOf(password: string, nonce: Buffer, tagLength: number, parameters: Parameters): Promise<Buffer> {
  const message = password.normalize("NFKC");
  return new Promise((resolve, reject) => {
    argon2("argon2id", { message, nonce, tagLength, ...parameters }, (error, tag) => {
      if (error === null) resolve(tag);
      else reject(error);
    });
  });
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MOST_WAITING) {
      throw new AppError("too_busy", 503, "Too many people sign in at once. Try again in a moment.", {
        retryAfterSeconds: RETRY_SECONDS,
      });
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    // The turn is handed on; only without anybody waiting is there one less at work.
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

function numbersOf(texts: Record<keyof Parameters, string | undefined>): Parameters {
  return { memory: Number(texts.memory), passes: Number(texts.passes), parallelism: Number(texts.parallelism) };
}

function unpadded(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/u, "");
}
