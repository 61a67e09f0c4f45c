import type { NewUser, User, UserUpdate } from "#shared/contract/user.ts";
import { definedFields } from "#shared/defined-fields.ts";
import { conflict, notFound } from "#server/platform/errors.ts";
import type { AccountRecord } from "#server/store/account-types.ts";
import type { Caller } from "#server/workflows/accounts/caller.ts";
import { newInvitation } from "#server/workflows/accounts/invitation.ts";
import { hashOfChosen } from "#server/workflows/accounts/new-password.ts";
import { renewSession } from "#server/workflows/accounts/own-account.ts";
import { NOBODY_GETS_IN } from "#server/workflows/accounts/reset.ts";
import { usernameKey } from "#server/workflows/accounts/username.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** Accounts, in the order they were made. */
export async function listUsers({ store, clock }: Workspace): Promise<User[]> {
  const now = clock().toISOString();
  return (await store.accounts.list()).map((account) => publicUser(account, now));
}

/**
 * Adds an account: with a password, or with an invitation whose path is answered this once. Throws no_account (409) while
 * nobody could manage it, username_taken, too_many_accounts, and what hashOfChosen does.
 */
export async function addUser(
  workspace: Workspace,
  caller: Caller | null,
  { username, role, password }: NewUser,
): Promise<{ user: User; invitation: string | null }> {
  const { store, clock, feed } = workspace;
  if (caller === null || caller.kind === "at-machine") {
    throw conflict("no_account", "Make your own account first: somebody has to be the owner who adds others.");
  }
  const now = clock();
  const common = { username, usernameKey: usernameKey(username), role, createdAt: now.toISOString() };
  const invited = password === undefined ? newInvitation(now) : null;
  const account = await store.accounts.create(
    invited === null
      ? { ...common, passwordHash: await hashOfChosen(password ?? "", username, "password") }
      : { ...common, ...invited.kept },
  );
  feed.changed(["users"]);
  return { user: publicUser(account, now.toISOString()), invitation: invited?.path ?? null };
}

/**
 * Changes a role, or shuts and opens an account; its sessions end. Where it is the caller's own, this session goes on under
 * a new secret, which is answered. Throws not_found and last_owner (409).
 */
export async function changeUser(
  workspace: Workspace,
  caller: Caller | null,
  id: string,
  update: UserUpdate,
): Promise<{ user: User; secret: string | null }> {
  const { store, clock, feed } = workspace;
  const before = await store.accounts.get(id);
  if (before === null) throw notFound("account");
  const { role = before.role, isActive = before.isActive } = update;
  const isOther = role !== before.role || isActive !== before.isActive;
  const isOwn = caller?.kind === "session" && caller.account.userId === id && isActive;
  const sessions = !isOther ? "none" : isOwn ? { allBut: caller.session.id } : "all";
  const account = await store.accounts.update(id, definedFields(update), { sessions });
  if (account === null) throw notFound("account");
  const secret = isOther && isOwn ? await renewSession(workspace, caller) : null;
  if (isOther) feed.changed(["users", "session", "sessions"]);
  return { user: publicUser(account, clock().toISOString()), secret };
}

/**
 * A new link with which to choose a password: the old password, second factor, link, sessions and API tokens let nobody in
 * any more, nor does who came from the identity provider, before it vouches for the account's name again. Throws not_found, own_account and account_shut (409), and last_owner.
 */
export async function inviteAgain(
  workspace: Workspace,
  caller: Caller | null,
  id: string,
): Promise<{ user: User; invitation: string }> {
  const { store, clock, feed } = workspace;
  if (caller !== null && caller.kind !== "at-machine" && caller.account.userId === id) {
    throw conflict("own_account", "This is your own account. Change your password under Account instead.");
  }
  const now = clock();
  const { path, kept } = newInvitation(now);
  const account = await store.accounts.update(
    id,
    { ...NOBODY_GETS_IN, ...kept },
    { sessions: "all", tokens: "all", where: ({ isActive }) => isActive },
  );
  if (account === null) {
    if ((await store.accounts.get(id)) === null) throw notFound("account");
    throw conflict("account_shut", "The account is shut. Open it first.");
  }
  feed.changed(["users", "session", "sessions", "tokens"]);
  return { user: publicUser(account, now.toISOString()), invitation: path };
}

/** Deletes an account with its sessions and tokens; what was done under its name stays. Throws not_found and last_owner. */
export async function removeUser({ store, feed }: Workspace, id: string): Promise<void> {
  if (!(await store.accounts.remove(id))) throw notFound("account");
  feed.changed(["users", "session", "sessions", "tokens"]);
}

function publicUser(account: AccountRecord, now: string): User {
  const { id, username, role, isActive, lastSignIn, createdAt, invitedUntil } = account;
  return {
    id,
    username,
    role,
    isActive,
    hasSecondFactor: account.sealedSecondFactor !== null,
    hasPassword: account.passwordHash !== null,
    invitedUntil: invitedUntil !== null && invitedUntil > now ? invitedUntil : null,
    lastSignIn,
    createdAt,
  };
}
