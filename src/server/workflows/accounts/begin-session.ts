import { newSecret, secretHash } from "#server/authentication/secret.ts";
import { AppError } from "#server/platform/errors.ts";
import type { AccountRecord } from "#server/store/account-types.ts";
import type { Origin } from "#server/workflows/accounts/caller.ts";
import { deviceOf } from "#server/workflows/accounts/device.ts";
import { sessionEnd } from "#server/workflows/accounts/session-times.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** A sign-in that went well: whose it is, and what the browser shows from now on. */
export interface SignedIn {
  account: AccountRecord;
  /** Shown to nobody else, and kept as a hash. */
  secret: string;
}

/**
 * Signs a browser in, always under a new secret, so that one that was planted before lets nobody in. Rejects
 * with account_changed (401) where the account was shut, or its password changed, since it was read.
 */
export async function beginSession(workspace: Workspace, account: AccountRecord, origin: Origin): Promise<SignedIn> {
  const { store, clock, feed } = workspace;
  const now = clock();
  const known = await store.accounts.update(
    account.id,
    { lastSignIn: now.toISOString() },
    { where: ({ isActive, passwordHash }) => isActive && passwordHash === account.passwordHash },
  );
  if (known === null) throw new AppError("account_changed", 401, "The account was changed meanwhile. Sign in again.");
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
