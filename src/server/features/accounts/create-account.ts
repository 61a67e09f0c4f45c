import { Username } from "#shared/contract/user.ts";
import { invalid } from "#server/platform/errors.ts";
import type { AccountRecord, NewAccount } from "#server/db/accounts/accounts.ts";
import { usernameKey } from "#shared/username-key.ts";
import type { Workspace } from "#server/workspace.ts";

/**
 * The only way to create an account, so that every username passes the same checks. Throws `invalid` at `username` for
 * invisible characters, username_alike (409) for a name that looks like an existing one, and what the store does.
 */
export async function createAccount(
  { store, clock }: Pick<Workspace, "store" | "clock">,
  account: Omit<NewAccount, "usernameKey" | "createdAt">,
  { first = false } = {},
): Promise<AccountRecord> {
  const { username } = account;
  const checked = Username.safeParse(username);
  if (!checked.success) throw invalid("username", checked.error.issues[0]?.message ?? "Choose another username");
  const { looksAlike } = await import("#server/features/accounts/credentials/look-alike-names.ts");
  return store.accounts.create(
    { ...account, usernameKey: usernameKey(username), createdAt: clock().toISOString() },
    { first, isAlike: looksAlike(username) },
  );
}
