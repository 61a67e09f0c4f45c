import type { ChangeTopic } from "#shared/contract/event.ts";
import { secretHash } from "#server/features/accounts/credentials/secret.ts";
import { createAnswerCache } from "#server/platform/answer-cache.ts";
import type { Caller } from "#server/features/accounts/caller.ts";
import { endUnused, sessionsNow } from "#server/features/accounts/session-times.ts";
import type { Workspace } from "#server/workspace.ts";

/** How often the last use is recorded. */
const TOUCH_MILLISECONDS = 60_000;

/** Every change to an account, session or token is published under one of these, to every process. */
const TOPICS: readonly ChangeTopic[] = ["session", "sessions", "tokens", "users"];
/** How long another process's change may go unnoticed if its message is lost. */
const KNOWN_MILLISECONDS = 1_000;
const MOST_KNOWN = 10_000;

/** The credentials of a request. */
export interface Shown {
  /** A session's secret; null without one. */
  session: string | null;
  /** An API token; null without one. It takes precedence over everything else. */
  token: string | null;
  /** Whether the request can only come from someone at this machine. */
  isAtMachine: () => boolean;
}

/** A caller as last read from the database. Times are milliseconds since 1970. */
interface Known {
  caller: Caller;
  endsAt: number;
  usedAt: number;
  /** Records the use and returns when the session or token now ends. */
  touch: (at: string, address: string) => Promise<number>;
}

/** Databases that have an account: the last owner can't be removed, so this stays true. */
const withAccounts = new WeakSet<Workspace["store"]>();

/** Whether nobody has an account yet. Asked again each time until then, since another process may create the first. */
export async function isOpen({ store }: Pick<Workspace, "store">): Promise<boolean> {
  if (withAccounts.has(store)) return false;
  if (!(await store.accounts.any())) return true;
  withAccounts.add(store);
  return false;
}

const AT_MACHINE: Caller = { kind: "at-machine" };

/**
 * Identifies callers; null for an unknown one. Answers are cached briefly and dropped when an account, session or token
 * changes, so most calls don't query the database.
 */
export function createIdentify(
  workspace: Workspace,
): (shown: Shown, address: string) => Caller | null | Promise<Caller | null> {
  const { feed, clock } = workspace;
  const kept = { feed, topics: TOPICS, maxAge: KNOWN_MILLISECONDS };
  const openness = createAnswerCache<boolean>({ ...kept, maxEntries: 1 });
  const known = createAnswerCache<Known | null>({ ...kept, maxEntries: MOST_KNOWN });

  const acceptCaller = (found: Known | null, address: string): Caller | null | Promise<Caller> => {
    if (found === null) return null;
    const now = clock();
    const at = now.getTime();
    if (at >= found.endsAt) return null;
    if (at - found.usedAt <= TOUCH_MILLISECONDS) return found.caller;
    found.usedAt = at;
    return found.touch(now.toISOString(), address).then((endsAt) => {
      found.endsAt = endsAt;
      return found.caller;
    });
  };

  const find = ({ session, token }: Shown): Known | null | Promise<Known | null> => {
    if (token !== null) {
      const hash = secretHash(token);
      return known(`token ${hash}`, () => findToken(workspace, hash));
    }
    if (session === null) return null;
    const hash = secretHash(session);
    return known(`session ${hash}`, () => findSession(workspace, hash));
  };

  const identify = (open: boolean, shown: Shown, address: string): Caller | null | Promise<Caller | null> => {
    if (open) return shown.isAtMachine() ? AT_MACHINE : null;
    const found = find(shown);
    return found instanceof Promise ? found.then((one) => acceptCaller(one, address)) : acceptCaller(found, address);
  };

  return (shown, address) => {
    const open = openness("", () => isOpen(workspace));
    return open instanceof Promise
      ? open.then((isSo) => identify(isSo, shown, address))
      : identify(open, shown, address);
  };
}

async function findSession({ store, clock }: Workspace, hash: string): Promise<Known | null> {
  const found = await store.sessions.find(hash, sessionsNow(clock));
  if (found === null) return null;
  return {
    caller: { kind: "session", account: found, session: found },
    endsAt: Date.parse(endUnused(found)),
    usedAt: Date.parse(found.lastUsed),
    async touch(lastUsed, address) {
      await store.sessions.touch(found.id, { lastUsed, address });
      return Date.parse(endUnused({ ...found, lastUsed }));
    },
  };
}

async function findToken({ store, clock }: Workspace, hash: string): Promise<Known | null> {
  const found = await store.tokens.find(hash, clock().toISOString());
  if (found === null) return null;
  const endsAt = found.expiresAt === null ? Infinity : Date.parse(found.expiresAt);
  return {
    caller: { kind: "token", tokenId: found.id, account: found, scopes: found.scopes, tools: found.tools },
    endsAt,
    usedAt: found.lastUsed === null ? -Infinity : Date.parse(found.lastUsed),
    async touch(lastUsed) {
      await store.tokens.touch(found.id, lastUsed);
      return endsAt;
    },
  };
}

/** The callers who would no longer be accepted. */
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
