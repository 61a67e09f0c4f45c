import type { PasswordChange } from "#shared/contract/user.ts";
import type { Caller, Origin } from "#server/workflows/accounts/caller.ts";
import { hashOfChosen } from "#server/workflows/accounts/new-password.ts";
import { ownAccount, provePassword, renewSession, requireAccount } from "#server/workflows/accounts/own-account.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/**
 * Changes the caller's password and ends every other session, with `deleteTokens` every API token too; answers the new
 * secret of this one. Throws what provePassword and hashOfChosen do.
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
  const passwordHash = await hashOfChosen(newPassword, account.username, "newPassword");
  const ended = { sessions: { allBut: own.session.id }, tokens: deleteTokens ? "all" : "none" } as const;
  await workspace.store.accounts.update(account.id, { passwordHash }, ended);
  const secret = await renewSession(workspace, own);
  workspace.feed.changed(["session", "sessions", "users", ...(deleteTokens ? (["tokens"] as const) : [])]);
  return secret;
}
