import { AsyncLocalStorage } from "node:async_hooks";

/** On whose behalf something is done. */
export interface Acting {
  /** The username; "You" while nobody has an account, "Winnow" for the clock. */
  by: string;
  /** The account's id; null without one. */
  userId: string | null;
  /** The request that started the work, passed on to its jobs; null for the clock. */
  requestId: string | null;
  /** The job doing the work; unset outside of jobs. */
  job?: { id: string; kind: string };
  /** Set for the calls that an MCP tool makes. */
  via?: "mcp";
  /** A dry run: the database rolls back every write and reports it instead. */
  rehearses?: boolean;
  /** Whose leads the account sees besides unassigned ones; unset if it sees all. The database reads only those. */
  sight?: Sight;
}

/** An account that sees only its own and unassigned leads. */
export interface Sight {
  username: string;
  /** The key of the username, which its leads store. */
  ownerKey: string;
}

/** The actor while nobody has signed in: the person at this machine. */
export const OWNER = "You";

const NOBODY_SIGNED_IN: Acting = { by: OWNER, userId: null, requestId: null };
const storage = new AsyncLocalStorage<Acting>();

/** The current actor, carried in the async context so that functions don't have to pass it on. */
export function acting(): Acting {
  return storage.getStore() ?? NOBODY_SIGNED_IN;
}

/** Runs `work`, and whatever it starts, on someone's behalf. */
export function actAs<T>(who: Acting, work: () => T): T {
  return storage.run(who, work);
}

/** Runs work of the whole team for an account that sees only some leads; the work's answer must not name others. */
export function beyondSight<T>(work: () => T): T {
  const { sight, ...who } = acting();
  return sight === undefined ? work() : actAs(who, work);
}

/** A stream whose parts are read on behalf of the current actor, although a socket's callbacks ask for them. */
export function asNow<T>(parts: AsyncIterable<T>): AsyncIterable<T> {
  const within = AsyncLocalStorage.snapshot();
  return {
    [Symbol.asyncIterator]() {
      const iterator = parts[Symbol.asyncIterator]();
      return {
        next: () => within(() => iterator.next()),
        return: async () => (await within(async () => iterator.return?.())) ?? { done: true, value: undefined },
      };
    },
  };
}
