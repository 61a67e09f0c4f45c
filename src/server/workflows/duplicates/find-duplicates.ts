import { setTimeout as rest } from "node:timers/promises";
import { blockingKeys, identityOf, MATCHING_VERSION, type Identity } from "#server/matching/identity.ts";
import { pairEvidence } from "#server/matching/pair-evidence.ts";
import type { Matching } from "#server/store/duplicate-types.ts";
import { withLease } from "#server/workflows/with-lease.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** Few enough that others need not wait long for the transaction. */
const CHUNK = 100;
/** So many are compared before an answer; more are left to the background. */
const AT_ONCE = 100;
const LONGEST_REST_MILLISECONDS = 2_000;
/** From here on it is told how far it is. */
const TOLD = 2_000;
const COUNTED = 10_000_000;
/** The newest; one that has been under way for longer than these is not. */
const IMPORTS_LOOKED_AT = 10;

const MATCHING: Matching<Identity> = {
  identify(lead) {
    const identity = identityOf(lead);
    return { identity, keys: blockingKeys(identity) };
  },
  compare: pairEvidence,
};

/**
 * Compares the leads that came, went or changed with those that they may be, chunk by chunk, and goes on where it was
 * after a stop. Waits until no file is being imported, which it would slow down. All leads are compared afresh once the
 * rules of matching have changed. Answers how many it compared.
 */
export async function findDuplicates(workspace: Workspace): Promise<number> {
  const { store, feed } = workspace;
  if (await isImporting(workspace)) return 0;
  await store.duplicates.useVersion(MATCHING_VERSION);
  if ((await store.duplicates.waiting(1)) === 0) return 0;
  const compared = await withLease(workspace, "duplicates", async (signal) => {
    const total = await store.duplicates.waiting(COUNTED);
    const tell = (done: number, finished: boolean): void => {
      if (total < TOLD) return;
      feed.progress({ work: "duplicates", label: "Looking for duplicates", done, total, finished });
    };
    let done = 0;
    try {
      while (!signal.aborted) {
        const begun = performance.now();
        const some = await store.duplicates.compareNext(CHUNK, MATCHING);
        const took = performance.now() - begun;
        if (some === 0) break;
        done += some;
        tell(Math.min(done, total), false);
        if (signal.aborted || (await isImporting(workspace))) break;
        // Requests are answered between two chunks; nobody waits for this, so other jobs get half of the time.
        const pause = (await isAlone(workspace)) ? 0 : Math.min(took, LONGEST_REST_MILLISECONDS);
        await rest(pause, undefined, { signal }).catch(() => {});
      }
    } finally {
      if (done > 0) feed.changed(["duplicates", "notifications"]);
      tell(Math.min(done, total), true);
    }
    return done;
  });
  return compared ?? 0;
}

/**
 * Compares the leads that changed last before somebody is told of duplicates, where these are few. Answers how many are
 * left to the background, counted up to a hundred.
 */
export async function compareLatest(workspace: Workspace): Promise<number> {
  const { store, feed } = workspace;
  const waiting = await store.duplicates.waiting(AT_ONCE);
  if (waiting === 0 || waiting === AT_ONCE) return waiting;
  const left = await withLease(workspace, "duplicates", async () => {
    // Those that must be compared once more because of these are left for the next time.
    await store.duplicates.compareNext(AT_ONCE, MATCHING);
    return store.duplicates.waiting(AT_ONCE);
  });
  if (left !== null) feed.changed(["duplicates", "notifications"]);
  return left ?? waiting;
}

/** Whether no other job runs than this one. */
async function isAlone({ jobs }: Pick<Workspace, "jobs">): Promise<boolean> {
  return (await jobs.figures()).running <= 1;
}

async function isImporting({ store }: Pick<Workspace, "store">): Promise<boolean> {
  return (await store.imports.list(IMPORTS_LOOKED_AT)).some(({ state }) => state === "running" || state === "undoing");
}
