import { auditedAction, OTHER_ACTS, type AuditedAction } from "#shared/audit/audited-actions.ts";
import { type Role, roleWords } from "#shared/roles.ts";
import { existing } from "#server/platform/errors.ts";
import type { AccountRecord } from "#server/db/accounts/accounts.ts";
import { recordAction } from "#server/features/accounts/audit.ts";
import { createAccount } from "#server/features/accounts/create-account.ts";
import { hashOfChosen } from "#server/features/accounts/new-password.ts";
import { NOBODY_GETS_IN } from "#server/features/accounts/reset.ts";
import { usernameKey } from "#shared/username-key.ts";
import type { Workspace } from "#server/workspace.ts";

/** The parts of the workspace that a command has. */
type Place = Pick<Workspace, "store" | "clock" | "feed" | "log" | "passwordCost">;

const COMMAND = "npm run user";

/** Adds an account, with `first` only if there is none. `by` is for the audit log. Throws as createAccount and hashOfChosen do. */
export async function addByCommand(
  place: Place,
  { username, role, password }: { username: string; role: Role; password: string },
  { by = COMMAND, first = false } = {},
): Promise<void> {
  const passwordHash = await hashOfChosen(place, password, username, "password");
  const account = await createAccount(place, { username, role, passwordHash }, { first });
  place.feed.changed(["users", "session"]);
  const did = `added ${username} as ${roleWords(role)}`;
  await recordCommand(place, auditedAction("POST /api/users"), account.id, did, by);
}

/**
 * Sets an account's password and ends its sessions, API tokens and provider identity; turns its second factor off,
 * because anyone who may run commands here may do anything. Reactivates a deactivated account. Throws not_found, and
 * as hashOfChosen does.
 */
export async function setPasswordByCommand(place: Place, username: string, password: string): Promise<void> {
  const account = await named(place, username);
  const passwordHash = await hashOfChosen(place, password, account.username, "password");
  const patch = { ...NOBODY_GETS_IN, passwordHash, isActive: true };
  await place.store.accounts.update(account.id, patch, { sessions: "all", tokens: "all" });
  place.feed.changed(["users", "session", "sessions", "tokens"]);
  await recordCommand(place, OTHER_ACTS.setPassword, account.id, `set the password of ${account.username}`);
}

/** Deletes an account with its sessions and tokens. Throws not_found and last_owner (409). */
export async function removeByCommand(place: Place, username: string): Promise<void> {
  const { id, username: name } = await named(place, username);
  await place.store.accounts.remove(id);
  place.feed.changed(["users", "session", "sessions", "tokens"]);
  await recordCommand(place, auditedAction("DELETE /api/users/{id}"), id, `deleted the account of ${name}`);
}

/** One line per account: name, role, and whether it is deactivated. */
export async function accountLines({ store }: Pick<Place, "store">): Promise<string[]> {
  return (await store.accounts.list()).map(
    ({ username, role, isActive, passwordHash, identitySubject }) =>
      `${username}\t${role}${isActive ? "" : "\tdeactivated"}${passwordHash === null && identitySubject === null ? "\tinvited" : ""}`,
  );
}

async function named({ store }: Place, username: string): Promise<AccountRecord> {
  return existing(await store.accounts.byUsername(usernameKey(username)), "account");
}

async function recordCommand(
  place: Place,
  { action }: AuditedAction,
  subject: string,
  summary: string,
  by = COMMAND,
): Promise<void> {
  const who = { by, userId: null, via: "command", address: "", requestId: "" } as const;
  await recordAction(place, { ...who, action, summary, subject, outcome: "done" });
}
