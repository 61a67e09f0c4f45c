import type { FirstOwner } from "#shared/contract/session.ts";
import { AppError, conflict } from "#server/platform/errors.ts";
import { beginSession, type SignedIn } from "#server/features/accounts/begin-session.ts";
import type { Caller, Origin } from "#server/features/accounts/caller.ts";
import { createAccount } from "#server/features/accounts/create-account.ts";
import { isOpen } from "#server/features/accounts/identify.ts";
import { hashOfChosen } from "#server/features/accounts/new-password.ts";
import type { Workspace } from "#server/workspace.ts";

/**
 * Creates the first account and signs it in; from then on everybody needs to sign in. Rejects with accounts_exist
 * (409), and with not_at_machine (403) unless the caller is at the machine.
 */
export async function makeFirstOwner(
  workspace: Workspace,
  { username, password }: FirstOwner,
  caller: Caller | null,
  origin: Origin,
): Promise<SignedIn> {
  if (!(await isOpen(workspace))) {
    throw conflict("accounts_exist", "An account already exists. Sign in, or ask an owner for an invitation.");
  }
  if (caller?.kind !== "at-machine") {
    throw new AppError(
      "not_at_machine",
      403,
      "Create the first account on the server: open Winnow there, or run npm run user -- add NAME --role owner.",
    );
  }
  const passwordHash = await hashOfChosen(password, username, "password");
  const account = await createAccount(workspace, { username, role: "owner", passwordHash }, { first: true });
  // Everybody else who has the page open has to sign in now.
  workspace.feed.changed(["session"]);
  return beginSession(workspace, account, origin);
}
