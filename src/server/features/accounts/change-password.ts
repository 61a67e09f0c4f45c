import type { PasswordChange } from "#shared/contract/user.ts";
import type { Caller, Origin } from "#server/features/accounts/caller.ts";
import { hashOfChosen } from "#server/features/accounts/new-password.ts";
import { ownAccount, provePassword, renewSession, requireAccount } from "#server/features/accounts/own-account.ts";
import type { Workspace } from "#server/workspace.ts";

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
