import { secretHash } from "#server/authentication/secret.ts";
import type { Caller, Origin } from "#server/workflows/accounts/caller.ts";
import { sessionsNow } from "#server/workflows/accounts/session-times.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** That somebody was there is written no oftener. */
const TOUCH_MILLISECONDS = 60_000;

/** What a request shows of who makes it. */
export interface Shown {
  /** The secret of a session; null without one. */
  session: string | null;
  /** An API token; null without one. What else is shown then counts for nothing. */
  token: string | null;
  /** Whether it can only come from somebody at this machine. */
  isAtMachine: boolean;
}

/** Databases in which somebody has an account: the last owner cannot be removed, so that stays true. */
const withAccounts = new WeakSet<Workspace["store"]>();

/** Whether nobody has an account yet. Asked again each time while that is so, for another process may make the first. */
export async function isOpen({ store }: Pick<Workspace, "store">): Promise<boolean> {
  if (withAccounts.has(store)) return false;
  if (!(await store.accounts.any())) return true;
  withAccounts.add(store);
  return false;
}

/** Who makes a call; null when nobody that is known. */
export async function identify(workspace: Workspace, shown: Shown, origin: Origin): Promise<Caller | null> {
  if (await isOpen(workspace)) return shown.isAtMachine ? { kind: "at-machine" } : null;
  if (shown.token !== null) return ofToken(workspace, shown.token);
  return shown.session === null ? null : ofSession(workspace, shown.session, origin.address);
}

async function ofSession({ store, clock }: Workspace, secret: string, address: string): Promise<Caller | null> {
  const found = await store.sessions.find(secretHash(secret), sessionsNow(clock));
  if (found === null) return null;
  const now = clock();
  if (now.getTime() - Date.parse(found.lastUsed) > TOUCH_MILLISECONDS) {
    await store.sessions.touch(found.id, { lastUsed: now.toISOString(), address });
  }
  return { kind: "session", account: found, session: found };
}

async function ofToken({ store, clock }: Workspace, token: string): Promise<Caller | null> {
  const now = clock();
  const found = await store.tokens.find(secretHash(token), now.toISOString());
  if (found === null) return null;
  if (found.lastUsed === null || now.getTime() - Date.parse(found.lastUsed) > TOUCH_MILLISECONDS) {
    await store.tokens.touch(found.id, now.toISOString());
  }
  return { kind: "token", tokenId: found.id, account: found, scopes: found.scopes };
}

/** Those of the callers that would be let in no more. */
export async function noLongerLetIn<C extends Caller>(workspace: Workspace, callers: readonly C[]): Promise<C[]> {
  const { store, clock } = workspace;
  const sessions = callers.flatMap((caller) => (caller.kind === "session" ? [caller.session.id] : []));
  const tokens = callers.flatMap((caller) => (caller.kind === "token" ? [caller.tokenId] : []));
  const at = sessionsNow(clock);
  const liveSessions = sessions.length === 0 ? null : await store.sessions.live(sessions, at);
  const liveTokens = tokens.length === 0 ? null : await store.tokens.live(tokens, at.now);
  const open = await isOpen(workspace);
  return callers.filter((caller) => {
    if (caller.kind === "at-machine") return !open;
    return caller.kind === "session" ? !liveSessions?.has(caller.session.id) : !liveTokens?.has(caller.tokenId);
  });
}
