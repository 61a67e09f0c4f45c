import type { PasswordChange } from "#shared/contract/user.ts";
import type { Caller, Origin } from "#server/workflows/accounts/caller.ts";
import { hashOfChosen } from "#server/workflows/accounts/new-password.ts";
import { ownAccount, provePassword, renewSession, requireAccount } from "#server/workflows/accounts/own-account.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/**
 * Changes the caller's password and ends every other session; answers the new secret of this one. Throws what
 * provePassword and hashOfChosen do.
 */
export async function changePassword(
  workspace: Workspace,
  caller: Caller | null,
  { currentPassword, newPassword }: PasswordChange,
  origin: Origin,
): Promise<string> {
  const own = requireAccount(caller);
  const account = await ownAccount(workspace, own);
  await provePassword(workspace, account, { password: currentPassword, field: "currentPassword", origin });
  const passwordHash = await hashOfChosen(newPassword, account.username, "newPassword");
  await workspace.store.accounts.update(account.id, { passwordHash }, { sessions: { allBut: own.session.id } });
  const secret = await renewSession(workspace, own);
  workspace.feed.changed(["session", "sessions", "users"]);
  return secret;
}
