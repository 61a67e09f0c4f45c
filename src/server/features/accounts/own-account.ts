import { roleMay } from "#shared/roles.ts";
import type { PasswordChange } from "#shared/contract/user.ts";
import { AppError, conflict, invalid } from "#server/platform/errors.ts";
import { isPassword } from "#server/features/accounts/credentials/passwords.ts";
import { newSecret, secretHash } from "#server/features/accounts/credentials/secret.ts";
import type { AccountRecord } from "#server/db/accounts/accounts.ts";
import { beginAttempt } from "#server/features/accounts/attempts.ts";
import type { Caller, Origin } from "#server/features/accounts/caller.ts";
import type { Workspace } from "#server/workspace.ts";
import { hashOfChosen } from "#server/features/accounts/new-password.ts";

/** A person signed in with a browser. */
export type SignedInCaller = Extract<Caller, { kind: "session" }>;

/**
 * The caller as a person with an account. Throws no_account (409) at the machine until an account exists.
 */
export function requireAccount(caller: Caller | null): SignedInCaller {
  if (caller?.kind === "session") return caller;
  throw conflict("no_account", "No account exists yet. Create the first one.");
}

/** The caller's account as stored. */
export async function ownAccount({ store }: Workspace, { account }: SignedInCaller): Promise<AccountRecord> {
  const own = await store.accounts.get(account.userId);
  if (own === null) throw new AppError("sign_in_needed", 401, "Your account was deleted. Sign in with another one.");
  return own;
}

/**
 * Checks that the signed-in person knows the password, which someone at an unattended browser doesn't; failures count
 * for the session. Throws `invalid` at `field`, no_password (409) without one, too_many_attempts and too_busy.
 */
export async function provePassword(
  workspace: Workspace,
  { session }: SignedInCaller,
  account: AccountRecord,
  given: { password: string; field: string; origin: Origin },
): Promise<void> {
  if (account.passwordHash === null) {
    throw conflict("no_password", "You don't have a password here. Ask an owner for a link to set one.");
  }
  const attempt = await beginAttempt(workspace, { guesser: { session: session.id }, address: given.origin.address });
  const { isRight } = await isPassword(given.password, account.passwordHash, workspace.passwordCost);
  if (!isRight) throw invalid(given.field, "Wrong password.");
  await attempt.succeeded();
}

/**
 * Whose sessions and tokens are listed: the caller's, or everybody's (null). Throws not_allowed (403) unless an owner
 * asks for all.
 */
export function listedOf({ account }: SignedInCaller, all: boolean): string | null {
  if (!all) return account.userId;
  if (roleMay(account.role, "accounts")) return null;
  throw new AppError("not_allowed", 403, "Only owners can see other people's sessions and API tokens.");
}

/** Whose sessions and tokens the caller may end: their own, or everybody's (null) for owners. */
export function endableOf({ account }: SignedInCaller): string | null {
  return roleMay(account.role, "accounts") ? null : account.userId;
}

/** Replaces the secret of the caller's session and returns it; the old one stops working. */
export async function renewSession({ store }: Workspace, { session }: SignedInCaller): Promise<string> {
  const secret = newSecret();
  await store.sessions.renew(session.id, secretHash(secret));
  return secret;
}

/**
 * Changes the caller's password and ends every other session, with `deleteTokens` every API token too; returns this
 * session's new secret. Throws as provePassword and hashOfChosen do.
 */
export async function changePassword(
  workspace: Workspace,
  caller: Caller | null,
  { currentPassword, newPassword, deleteTokens = false }: PasswordChange,
  origin: Origin,
): Promise<string> {
  const own = requireAccount(caller);
  const account = await ownAccount(workspace, own);
  await provePassword(workspace, own, account, { password: currentPassword, field: "currentPassword", origin });
  const passwordHash = await hashOfChosen(workspace, newPassword, account.username, "newPassword");
  const ended = { sessions: { allBut: own.session.id }, tokens: deleteTokens ? "all" : "none" } as const;
  await workspace.store.accounts.update(account.id, { passwordHash }, ended);
  const secret = await renewSession(workspace, own);
  workspace.feed.changed(["session", "sessions", "users", ...(deleteTokens ? (["tokens"] as const) : [])]);
  return secret;
}
