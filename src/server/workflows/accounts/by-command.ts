import type { Role } from "#shared/roles.ts";
import { notFound } from "#server/platform/errors.ts";
import type { AccountRecord } from "#server/store/account-types.ts";
import { recordAct } from "#server/workflows/accounts/audit.ts";
import { hashOfChosen } from "#server/workflows/accounts/new-password.ts";
import { NOBODY_GETS_IN } from "#server/workflows/accounts/reset.ts";
import { usernameKey } from "#server/workflows/accounts/username.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** What a command has of the workspace. */
type Place = Pick<Workspace, "store" | "clock" | "feed" | "log">;

/** Adds an account. Throws username_taken, first_is_owner and too_many_accounts (409), and what hashOfChosen does. */
export async function addByCommand(
  place: Place,
  { username, role, password }: { username: string; role: Role; password: string },
): Promise<void> {
  const { store, clock, feed } = place;
  const account = await store.accounts.create({
    username,
    usernameKey: usernameKey(username),
    role,
    passwordHash: await hashOfChosen(password, username, "password"),
    createdAt: clock().toISOString(),
  });
  feed.changed(["users", "session"]);
  await tell(place, "users.create", "Add an account", account.id);
}

/**
 * Gives an account another password and ends its sessions, API tokens and identity at the provider; its second factor is
 * off then, because whoever may run commands here may do anything. It is open again if it was shut. Throws not_found, and
 * what hashOfChosen does.
 */
export async function setPasswordByCommand(place: Place, username: string, password: string): Promise<void> {
  const account = await named(place, username);
  const passwordHash = await hashOfChosen(password, account.username, "password");
  const patch = { ...NOBODY_GETS_IN, passwordHash, isActive: true };
  await place.store.accounts.update(account.id, patch, { sessions: "all", tokens: "all" });
  place.feed.changed(["users", "session", "sessions", "tokens"]);
  await tell(place, "users.password", "Set an account's password", account.id);
}

/** Deletes an account with its sessions and tokens. Throws not_found, and last_owner (409). */
export async function removeByCommand(place: Place, username: string): Promise<void> {
  const { id } = await named(place, username);
  await place.store.accounts.remove(id);
  place.feed.changed(["users", "session", "sessions", "tokens"]);
  await tell(place, "users.delete", "Delete an account", id);
}

/** One line for each account: its name, role and whether it is shut. */
export async function accountLines({ store }: Pick<Place, "store">): Promise<string[]> {
  return (await store.accounts.list()).map(
    ({ username, role, isActive, passwordHash, identitySubject }) =>
      `${username}\t${role}${isActive ? "" : "\tshut"}${passwordHash === null && identitySubject === null ? "\tinvited" : ""}`,
  );
}

async function named({ store }: Place, username: string): Promise<AccountRecord> {
  const account = await store.accounts.byUsername(usernameKey(username));
  if (account === null) throw notFound("account");
  return account;
}

async function tell(place: Place, action: string, summary: string, subject: string): Promise<void> {
  const by = { by: "npm run user", userId: null, via: "command", address: "", requestId: "" } as const;
  await recordAct(place, { ...by, action, summary, subject, outcome: "done" });
}
