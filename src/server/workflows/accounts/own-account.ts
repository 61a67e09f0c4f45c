import { roleMay } from "#shared/roles.ts";
import { AppError, conflict, invalid } from "#server/platform/errors.ts";
import { isPassword } from "#server/authentication/passwords.ts";
import { newSecret, secretHash } from "#server/authentication/secret.ts";
import type { AccountRecord } from "#server/store/account-types.ts";
import { beginAttempt } from "#server/workflows/accounts/attempts.ts";
import type { Caller, Origin } from "#server/workflows/accounts/caller.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** Somebody who is signed in with a browser. */
export type SignedInCaller = Extract<Caller, { kind: "session" }>;

/** The caller as somebody with an account. Throws no_account (409) for the person at the machine while there is none. */
export function requireAccount(caller: Caller | null): SignedInCaller {
  if (caller?.kind === "session") return caller;
  throw conflict("no_account", "Nobody has an account yet. Make the first one, then this belongs to it.");
}

/** The caller's account as it is kept. */
export async function ownAccount({ store }: Workspace, { account }: SignedInCaller): Promise<AccountRecord> {
  const own = await store.accounts.get(account.userId);
  if (own === null) throw new AppError("sign_in_needed", 401, "Your account was deleted. Sign in with another one.");
  return own;
}

/**
 * Checks that whoever is signed in knows the password, as an unwatched browser does not; wrong ones count among those of
 * the session. Throws `invalid` at `field`, no_password (409) where there is none, too_many_attempts and too_busy.
 */
export async function provePassword(
  workspace: Workspace,
  { session }: SignedInCaller,
  account: AccountRecord,
  given: { password: string; field: string; origin: Origin },
): Promise<void> {
  if (account.passwordHash === null) {
    throw conflict("no_password", "You have no password here. Ask an owner for a link with which to choose one.");
  }
  const attempt = await beginAttempt(workspace, { guesser: { session: session.id }, address: given.origin.address });
  const { isRight } = await isPassword(given.password, account.passwordHash);
  if (!isRight) throw invalid(given.field, "This is not your password.");
  await attempt.succeeded();
}

/** Whose sessions and tokens are listed: one's own, or everybody's (null). Throws not_allowed (403) where that is no owner. */
export function listedOf({ account }: SignedInCaller, all: boolean): string | null {
  if (!all) return account.userId;
  if (roleMay(account.role, "accounts")) return null;
  throw new AppError("not_allowed", 403, "Only owners see the sessions and API tokens of others.");
}

/** Whose sessions and tokens somebody may end: one's own, and owners everybody's (null). */
export function endableOf({ account }: SignedInCaller): string | null {
  return roleMay(account.role, "accounts") ? null : account.userId;
}

/** Gives the caller's session another secret and answers it, so that the one before lets nobody in any more. */
export async function renewSession({ store }: Workspace, { session }: SignedInCaller): Promise<string> {
  const secret = newSecret();
  await store.sessions.renew(session.id, secretHash(secret));
  return secret;
}
