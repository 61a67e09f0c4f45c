import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { AppError } from "#server/platform/errors.ts";
import type { Workspace } from "#server/workspace.ts";

type PasswordCost = Workspace["passwordCost"];

/** OWASP Password Storage Cheat Sheet: 19 MiB, two passes, one lane. */
export const PASSWORD_COST: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 };

const TAG_BYTES = 32;
const SALT_BYTES = 16;

/** Each takes 19 MB and one of four threads that also read files and resolve names. */
const MAX_CONCURRENT = 2;
/** A few seconds of work; beyond that, callers must retry. */
const MAX_WAITING = 100;
const RETRY_SECONDS = 5;

/** The PHC string format. */
const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([\w+/]+)\$([\w+/]+)$/u;

const waiting: (() => void)[] = [];
let running = 0;

/** Hashes a password into a PHC string with a random salt. Rejects with too_busy (503) if too many wait. */
export async function hashPassword(password: string, cost: PasswordCost): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await withSlot(() => tagOf(password, salt, TAG_BYTES, cost));
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(hash)}`;
}

/**
 * Checks a password against a PHC string; `isOutdated` if its cost differs from the current one. Without a string
 * it does the same work, so timing doesn't reveal whether there is one. Rejects with too_busy (503) if too many wait.
 */
export async function isPassword(
  password: string,
  stored: string | null,
  cost: PasswordCost,
): Promise<{ isRight: boolean; isOutdated: boolean }> {
  const known = stored === null ? null : PHC.exec(stored);
  const [, memory, passes, parallelism, salt = "", hash = ""] = known ?? [];
  const used = known === null ? cost : numbersOf({ memory, passes, parallelism });
  const right = known === null ? Buffer.alloc(TAG_BYTES) : Buffer.from(hash, "base64");
  const saltBytes = known === null ? Buffer.alloc(SALT_BYTES) : Buffer.from(salt, "base64");
  const given = await withSlot(() => tagOf(password, saltBytes, right.length, used));
  const isRight = known !== null && timingSafeEqual(given, right);
  const isOutdated = (Object.keys(cost) as (keyof PasswordCost)[]).some((name) => used[name] !== cost[name]);
  return { isRight, isOutdated };
}

/** NFKC, because keyboards encode the same characters differently (NIST SP 800-63B, 5.1.1.2). */
function tagOf(password: string, nonce: Buffer, tagLength: number, cost: PasswordCost): Promise<Buffer> {
  const message = password.normalize("NFKC");
  return new Promise((resolve, reject) => {
    argon2("argon2id", { message, nonce, tagLength, ...cost }, (error, tag) => {
      if (error === null) resolve(tag);
      else reject(error);
    });
  });
}

async function withSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_CONCURRENT) {
    if (waiting.length >= MAX_WAITING) {
      throw new AppError("too_busy", 503, "Too many people are signing in. Try again in a moment.", {
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
    // Pass the slot to the next caller, or free it.
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

function numbersOf(texts: Record<keyof PasswordCost, string | undefined>): PasswordCost {
  return { memory: Number(texts.memory), passes: Number(texts.passes), parallelism: Number(texts.parallelism) };
}

function unpadded(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/u, "");
}
