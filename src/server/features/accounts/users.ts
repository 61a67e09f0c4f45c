import type { NewUser, User, UserUpdate } from "#shared/contract/user.ts";
import { definedFields } from "#shared/defined-fields.ts";
import { counted } from "#shared/counted.ts";
import { conflict, existing, invalid, notFound } from "#server/platform/errors.ts";
import type { AccountRecord } from "#server/db/accounts/accounts.ts";
import type { Caller } from "#server/features/accounts/caller.ts";
import { createAccount } from "#server/features/accounts/create-account.ts";
import { newInvitation } from "#server/features/accounts/invitation.ts";
import { hashOfChosen } from "#server/features/accounts/new-password.ts";
import { renewSession } from "#server/features/accounts/own-account.ts";
import { NOBODY_GETS_IN } from "#server/features/accounts/reset.ts";
import { assignLeads } from "#server/features/leads/lead-owners.ts";
import type { Workspace } from "#server/workspace.ts";

/** Accounts, in the order they were created. */
export async function listUsers({ store, clock }: Workspace): Promise<User[]> {
  const now = clock().toISOString();
  return (await store.accounts.list()).map((account) => publicUser(account, now));
}

/**
 * Adds an account with a password, or with an invitation whose path is returned only here. Throws no_account (409)
 * while nobody could manage it, and as createAccount and hashOfChosen do.
 */
export async function addUser(
  workspace: Workspace,
  caller: Caller | null,
  { username, role, password }: NewUser,
): Promise<{ user: User; invitation: string | null }> {
  const { clock, feed } = workspace;
  if (caller === null || caller.kind === "at-machine") {
    throw conflict("no_account", "Create your own account first. An owner has to add the others.");
  }
  const now = clock();
  const invited = password === undefined ? newInvitation(now) : null;
  const wayIn = invited?.kept ?? { passwordHash: await hashOfChosen(workspace, password ?? "", username, "password") };
  const account = await createAccount(workspace, { username, role, ...wayIn });
  feed.changed(["users"]);
  return { user: publicUser(account, now.toISOString()), invitation: invited?.path ?? null };
}

/**
 * Changes a role, or deactivates or reactivates an account. Its sessions end, and on deactivation and reactivation its
 * API tokens too. The caller's own session continues with a new secret, which is returned. Throws not_found and
 * last_owner (409).
 */
export async function changeUser(
  workspace: Workspace,
  caller: Caller | null,
  id: string,
  update: UserUpdate,
): Promise<{ user: User; secret: string | null; endedTokens: string[] }> {
  const { store, clock, feed } = workspace;
  const before = existing(await store.accounts.get(id), "account");
  const { role = before.role, isActive = before.isActive } = update;
  const isOther = role !== before.role || isActive !== before.isActive;
  const isOwn = caller?.kind === "session" && caller.account.userId === id && isActive;
  const sessions = !isOther ? "none" : isOwn ? { allBut: caller.session.id } : "all";
  // On reactivation too: earlier versions kept the tokens of a deactivated account.
  const tokens = isActive === before.isActive ? "none" : "all";
  const endedTokens = tokens === "all" ? (await store.tokens.list(id)).map((token) => token.id) : [];
  const { leadsTo, ...patch } = update;
  if (!isActive) await requireHeir(workspace, id, leadsTo);
  const account = existing(await store.accounts.update(id, definedFields(patch), { sessions, tokens }), "account");
  if (!isActive) await passLeadsOn(workspace, id, leadsTo);
  const secret = isOther && isOwn ? await renewSession(workspace, caller) : null;
  if (isOther) feed.changed(["users", "session", "sessions", "tokens"]);
  return { user: publicUser(account, clock().toISOString()), secret, endedTokens };
}

/**
 * Returns a new link for choosing a password. The old password, second factor, link, sessions and API tokens stop
 * working, and so does the provider identity until it vouches for the account's name again. Throws not_found,
 * own_account and account_shut (409), and last_owner.
 */
export async function inviteAgain(
  workspace: Workspace,
  caller: Caller | null,
  id: string,
): Promise<{ user: User; invitation: string }> {
  const { store, clock, feed } = workspace;
  if (caller !== null && caller.kind !== "at-machine" && caller.account.userId === id) {
    throw conflict("own_account", "This is your own account. Change your password under Account.");
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
    throw conflict("account_shut", "This account is deactivated. Reactivate it first.");
  }
  feed.changed(["users", "session", "sessions", "tokens"]);
  return { user: publicUser(account, now.toISOString()), invitation: path };
}

/** Makes an unused link worthless. Throws not_found and no_invitation (409). */
export async function revokeInvitation(workspace: Workspace, id: string): Promise<User> {
  const { store, clock, feed } = workspace;
  const account = await store.accounts.update(
    id,
    { invitationHash: null, invitedUntil: null },
    { where: ({ invitationHash }) => invitationHash !== null },
  );
  if (account === null) {
    if ((await store.accounts.get(id)) === null) throw notFound("account");
    throw conflict("no_invitation", "This account has no unused link. It was used, replaced or revoked.");
  }
  feed.changed(["users"]);
  return publicUser(account, clock().toISOString());
}

/**
 * Deletes an account with its sessions, tokens and personal views; what it did stays, and its leads go to `leadsTo` or
 * become unassigned. Throws not_found, last_owner, invalid, and busy if passing on the leads was canceled.
 */
export async function removeUser(workspace: Workspace, id: string, leadsTo?: string): Promise<AccountRecord> {
  const { store, feed } = workspace;
  const account = existing(await store.accounts.get(id), "account");
  await requireHeir(workspace, id, leadsTo);
  // Deactivated first, so that it gets no further leads.
  if (account.isActive) await store.accounts.update(id, { isActive: false }, { sessions: "all", tokens: "all" });
  await passLeadsOn(workspace, id, leadsTo);
  if (!(await store.accounts.remove(id))) throw notFound("account");
  feed.changed(["users", "session", "sessions", "tokens"]);
  return account;
}

async function requireHeir(workspace: Workspace, id: string, leadsTo: string | undefined): Promise<void> {
  if (leadsTo === id) throw invalid("leadsTo", "Choose someone else to take over the leads.");
  if (leadsTo !== undefined && (await workspace.store.accounts.get(leadsTo))?.isActive !== true) {
    throw invalid("leadsTo", "Choose someone with an active account.");
  }
}

/** Gives the leads of an account to another, or to nobody. Throws leads_left (409) when it was canceled. */
async function passLeadsOn(workspace: Workspace, id: string, leadsTo: string | undefined): Promise<void> {
  const isChosen = leadsTo !== undefined;
  const { left } = await assignLeads(workspace, { filter: { owner: id } }, leadsTo ?? null, { isChosen });
  if (left === 0) return;
  throw conflict("leads_left", `The account is deactivated, but still owns ${counted(left, "lead")}. Try again.`);
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
