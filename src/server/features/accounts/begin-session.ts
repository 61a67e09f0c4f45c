import { newSecret, secretHash } from "#server/features/accounts/credentials/secret.ts";
import { AppError } from "#server/platform/errors.ts";
import type { AccountRecord } from "#server/db/accounts/accounts.ts";
import type { Origin } from "#server/features/accounts/caller.ts";
import { deviceOf } from "#server/features/accounts/device.ts";
import { sessionEnd } from "#server/features/accounts/session-times.ts";
import type { Workspace } from "#server/workspace.ts";

/** A successful sign-in: the account, and the secret its browser presents from now on. */
export interface SignedIn {
  account: AccountRecord;
  /** Given only to the browser and stored as a hash. */
  secret: string;
}

/**
 * Signs a browser in, always with a new secret, so that a planted one is useless (session fixation). Rejects with
 * account_changed (401) if the account was deactivated, or its password changed, since it was read.
 */
export async function beginSession(workspace: Workspace, account: AccountRecord, origin: Origin): Promise<SignedIn> {
  const { store, clock, feed } = workspace;
  const now = clock();
  const known = await store.accounts.update(
    account.id,
    { lastSignIn: now.toISOString() },
    { where: ({ isActive, passwordHash }) => isActive && passwordHash === account.passwordHash },
  );
  if (known === null) throw new AppError("account_changed", 401, "Your account just changed. Sign in again.");
  const secret = newSecret();
  await store.sessions.create({
    secretHash: secretHash(secret),
    userId: account.id,
    device: deviceOf(origin.userAgent),
    address: origin.address,
    createdAt: now.toISOString(),
    expiresAt: sessionEnd(now),
  });
  feed.changed(["sessions", "users"]);
  return { account, secret };
}
