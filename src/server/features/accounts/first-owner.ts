import { readFile } from "node:fs/promises";
import type { FirstOwner } from "#shared/contract/session.ts";
import { NewPassword } from "#shared/contract/user.ts";
import { AppError, conflict, messageOf } from "#server/platform/errors.ts";
import { beginAttempt } from "#server/features/accounts/attempts.ts";
import { beginSession, type SignedIn } from "#server/features/accounts/begin-session.ts";
import { addByCommand } from "#server/features/accounts/by-command.ts";
import type { Origin } from "#server/features/accounts/caller.ts";
import { createAccount } from "#server/features/accounts/create-account.ts";
import { isSecret, newSecret, secretHash } from "#server/features/accounts/credentials/secret.ts";
import { isOpen } from "#server/features/accounts/identify.ts";
import { hashOfChosen } from "#server/features/accounts/new-password.ts";
import type { Workspace } from "#server/workspace.ts";

/**
 * Creates the first account and signs it in; from then on everybody needs to sign in. With `isByLink` the printed
 * link's secret is required, otherwise `isAllowed`. Rejects with accounts_exist (409), not_at_machine (403),
 * first_owner_link_over (410), too_many_attempts (429), and as createAccount and hashOfChosen do.
 */
export async function makeFirstOwner(
  workspace: Workspace,
  { username, password, token = "" }: FirstOwner,
  { isByLink, isAllowed }: { isByLink: boolean; isAllowed: boolean },
  origin: Origin,
): Promise<SignedIn> {
  await requireNoAccounts(workspace);
  if (!isAllowed) {
    throw new AppError(
      "not_at_machine",
      403,
      "Create the first account on the server: open Winnow there, or run npm run user -- add NAME --role owner.",
    );
  }
  if (isByLink) await checkLink(workspace, token, origin);
  const passwordHash = await hashOfChosen(workspace, password, username, "password");
  const account = await createAccount(workspace, { username, role: "owner", passwordHash }, { first: true });
  // Everybody else who has the page open has to sign in now.
  workspace.feed.changed(["session"]);
  return beginSession(workspace, account, origin);
}

/**
 * Makes the link with which the first account can be created, valid until it is used or replaced by the next start of
 * any process. Returns its path, with the secret in the fragment, which no server or log sees.
 */
export async function newFirstOwnerLink({ store }: Pick<Workspace, "store">): Promise<string> {
  const secret = newSecret();
  await store.accounts.setFirstOwnerHash(secretHash(secret));
  return `/first-owner#${secret}`;
}

/**
 * Creates the first account from the environment, unless accounts exist. Throws an Error of one sentence that names the
 * variable.
 */
export async function makeOwnerOfEnvironment(
  workspace: Workspace,
  { email, passwordFile }: { email: string; passwordFile: string },
): Promise<void> {
  if (!(await isOpen(workspace))) return;
  const password = NewPassword.safeParse(await readPassword(passwordFile));
  if (!password.success) {
    throw refusal("WINNOW_OWNER_PASSWORD_FILE", password.error.issues[0]?.message ?? "not a password");
  }
  try {
    const account = { username: email, role: "owner", password: password.data } as const;
    await addByCommand(workspace, account, { by: "Winnow", first: true });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // Another process of this database was faster.
    if (error.id === "accounts_exist") return;
    const [issue] = error.fields;
    if (issue === undefined) throw error;
    throw refusal(issue.field === "password" ? "WINNOW_OWNER_PASSWORD_FILE" : "WINNOW_OWNER_EMAIL", issue.message);
  }
}

/** Refuses all but the newest link's secret; guesses count as failed sign-ins of the address. */
async function checkLink(workspace: Workspace, token: string, origin: Origin): Promise<void> {
  const attempt = await beginAttempt(workspace, { guesser: null, address: origin.address });
  if (!isSecret(token, await workspace.store.accounts.firstOwnerHash())) {
    // Another person may have used the link since.
    await requireNoAccounts(workspace);
    throw new AppError(
      "first_owner_link_over",
      410,
      "This link is incomplete, or a restart replaced it. Open the newest one in Winnow's output.",
    );
  }
  await attempt.succeeded();
}

async function requireNoAccounts(workspace: Workspace): Promise<void> {
  if (await isOpen(workspace)) return;
  throw conflict("accounts_exist", "An account already exists. Sign in, or ask an owner for an invitation.");
}

/** The file's text without the line break that editors add. */
async function readPassword(path: string): Promise<string> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    throw refusal("WINNOW_OWNER_PASSWORD_FILE", messageOf(error));
  });
  return text.replace(/\r?\n$/u, "");
}

function refusal(variable: string, why: string): Error {
  return new Error(`The first account can't be created. ${variable}: ${why}`);
}
