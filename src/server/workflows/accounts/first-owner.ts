import type { FirstOwner } from "#shared/contract/session.ts";
import { AppError, conflict } from "#server/platform/errors.ts";
import { beginSession, type SignedIn } from "#server/workflows/accounts/begin-session.ts";
import type { Caller, Origin } from "#server/workflows/accounts/caller.ts";
import { isOpen } from "#server/workflows/accounts/identify.ts";
import { hashOfChosen } from "#server/workflows/accounts/new-password.ts";
import { usernameKey } from "#server/workflows/accounts/username.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/**
 * Makes the first account and signs it in; from then on everybody signs in. Rejects with accounts_exist (409), and with
 * not_at_machine (403) when the caller is not the person at the machine.
 */
export async function makeFirstOwner(
  workspace: Workspace,
  { username, password }: FirstOwner,
  caller: Caller | null,
  origin: Origin,
): Promise<SignedIn> {
  const { store, clock } = workspace;
  if (!(await isOpen(workspace))) {
    throw conflict("accounts_exist", "There is an account already. Sign in, or ask an owner for an invitation.");
  }
  if (caller?.kind !== "at-machine") {
    throw new AppError(
      "not_at_machine",
      403,
      "The first account is made at the machine itself: open Winnow there, or run npm run user -- add NAME --role owner.",
    );
  }
  const account = await store.accounts.create(
    {
      username,
      usernameKey: usernameKey(username),
      role: "owner",
      passwordHash: await hashOfChosen(password, username, "password"),
      createdAt: clock().toISOString(),
    },
    { first: true },
  );
  // Whoever else has the page open signs in from now on.
  workspace.feed.changed(["session"]);
  return beginSession(workspace, account, origin);
}
