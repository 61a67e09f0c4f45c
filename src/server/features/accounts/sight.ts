import type { Settings } from "#shared/contract/settings.ts";
import { roleSeesAll, type Role } from "#shared/roles.ts";
import { usernameKey } from "#shared/username-key.ts";
import type { Sight } from "#server/platform/acting.ts";
import { createAnswerCache } from "#server/platform/answer-cache.ts";
import { readSettings } from "#server/db/read-settings.ts";
import type { Workspace } from "#server/workspace.ts";

/** How long another process's change may go unnoticed if its message is lost. */
const KNOWN_MILLISECONDS = 1_000;

interface Seeing {
  username: string;
  role: Role;
}

/** Whose leads an account sees now; undefined if all. Not a promise if the setting is in memory. */
export function createSightOf(
  workspace: Workspace,
): (account: Seeing) => Sight | undefined | Promise<Sight | undefined> {
  const limiting = createAnswerCache<boolean>({
    feed: workspace.feed,
    topics: ["settings"],
    maxAge: KNOWN_MILLISECONDS,
    maxEntries: 1,
  });
  return (account) => {
    if (roleSeesAll(account.role)) return undefined;
    const isLimited = limiting("", async () => (await readSettings(workspace)).membersSeeOwnLeads);
    return isLimited instanceof Promise
      ? isLimited.then((isOn) => (isOn ? ownSight(account) : undefined))
      : isLimited
        ? ownSight(account)
        : undefined;
  };
}

/** The sight of the account with this name, for work that it started earlier; undefined without such an account. */
export async function sightOfName({ store }: Pick<Workspace, "store">, name: string): Promise<Sight | undefined> {
  if (!(await readSettings({ store })).membersSeeOwnLeads) return undefined;
  const account = (await store.accounts.list()).find(({ username }) => username === name);
  return account === undefined || roleSeesAll(account.role) ? undefined : ownSight(account);
}

/** Whether an account sees the leads of this owner, or those of nobody. */
export function mayRead(
  { membersSeeOwnLeads }: Pick<Settings, "membersSeeOwnLeads">,
  { id, role }: { id: string; role: Role },
  ownerId: string | null,
): boolean {
  return !membersSeeOwnLeads || roleSeesAll(role) || ownerId === null || ownerId === id;
}

function ownSight({ username }: Seeing): Sight {
  return { username, ownerKey: usernameKey(username) };
}
