import { AsyncLocalStorage } from "node:async_hooks";

/** On whose behalf something is done. */
export interface Acting {
  /** The username, "You" while nobody has an account, "Winnow" for the clock. */
  by: string;
  /** The account's id; null where none acts. */
  userId: string | null;
  /** The request it began with, through to the jobs it asks for; null for the clock. */
  requestId: string | null;
  /** The job that does it; left out where none does. */
  job?: { id: string; kind: string };
}

/** Who acts when nobody has signed in: the person at this machine. */
export const OWNER = "You";

const NOBODY_SIGNED_IN: Acting = { by: OWNER, userId: null, requestId: null };
const storage = new AsyncLocalStorage<Acting>();

/** Who acts here: carried along by the runtime, so that no function in between has to hand it on. */
export function acting(): Acting {
  return storage.getStore() ?? NOBODY_SIGNED_IN;
}

/** Does `work`, and whatever it starts, on somebody's behalf. */
export function actAs<T>(who: Acting, work: () => T): T {
  return storage.run(who, work);
}
