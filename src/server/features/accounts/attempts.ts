import { createHash } from "node:crypto";
import { MINUTE } from "#shared/durations.ts";
import { LIMITS } from "#shared/limits.ts";
import { clientOf } from "#server/http/limit-rate.ts";
import { AppError } from "#server/platform/errors.ts";
import { usernameKey } from "#shared/username-key.ts";
import type { Workspace } from "#server/workspace.ts";

const { failures } = LIMITS.account;
const SPAN_MILLISECONDS = failures.minutes * MINUTE;

/**
 * Whose failures an attempt counts toward: a name, a browser in which that name has signed in before, or a signed-in
 * person. This way, guessing at a name locks out neither of the others.
 */
export type Guesser = { name: string } | { browser: string } | { session: string };

/** One attempt to authenticate; counts as failed until settled. */
export interface Attempt {
  /** It was right: the guesser's failures are reset. */
  succeeded(): Promise<void>;
  /** It was neither right nor wrong. */
  takenBack(): Promise<void>;
}

/**
 * Counts an attempt for the guesser (a name counts whether or not the account exists) and for the address; the guesser
 * is null if the attempt names nobody yet. Counted before anything is compared, so that concurrent attempts can't all
 * get through. Rejects with too_many_attempts (429).
 */
export async function beginAttempt(
  { store, clock }: Workspace,
  { guesser, address }: { guesser: Guesser | null; address: string },
): Promise<Attempt> {
  const attempts = store.signInAttempts;
  const now = clock();
  const at = { now: now.toISOString(), before: attemptsBefore(now) };
  const keys = { guesser: guesser === null ? null : guesserKey(guesser), address: `address:${clientOf(address)}` };
  const byAddress = await attempts.add(keys.address, at);
  refuseBeyond(byAddress, failures.perAddress, now);
  if (keys.guesser !== null) refuseBeyond(await attempts.add(keys.guesser, at), failures.perName, now);
  return {
    async succeeded() {
      await attempts.takeBack(keys.address);
      if (keys.guesser !== null) await attempts.clear(keys.guesser);
    },
    async takenBack() {
      await attempts.takeBack(keys.address);
      if (keys.guesser !== null) await attempts.takeBack(keys.guesser);
    },
  };
}

/** Attempts that began at this moment or earlier no longer count. */
export function attemptsBefore(now: Date): string {
  return new Date(now.getTime() - SPAN_MILLISECONDS).toISOString();
}

function refuseBeyond({ attempts, since }: { attempts: number; since: string }, most: number, now: Date): void {
  if (attempts <= most) return;
  const seconds = Math.max(1, Math.ceil((Date.parse(since) + SPAN_MILLISECONDS - now.getTime()) / 1000));
  throw new AppError(
    "too_many_attempts",
    429,
    `Too many failed attempts. Try again in ${Math.ceil(seconds / 60)} min.`,
    { retryAfterSeconds: seconds },
  );
}

function guesserKey(guesser: Guesser): string {
  if ("name" in guesser) return nameKey(guesser.name);
  return "browser" in guesser ? `browser:${guesser.browser}` : `session:${guesser.session}`;
}

/** Hashed, because people type passwords where the name belongs. */
export function nameKey(username: string): string {
  return `name:${createHash("sha256").update(usernameKey(username)).digest("base64url")}`;
}
