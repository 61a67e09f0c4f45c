import { setTimeout as rest } from "node:timers/promises";
import { blockingKeys, identityOf, MATCHING_VERSION, type Identity } from "#server/insight/matching/identity.ts";
import { pairEvidence } from "#server/insight/matching/pair-evidence.ts";
import type { Matching } from "#server/db/duplicates/compare-leads.ts";
import { withLease } from "#server/jobs/queue/with-lease.ts";
import type { Workspace } from "#server/workspace.ts";

/** Small enough that others don't wait long for the transaction. */
const CHUNK = 100;
/** The most that are compared before an answer is sent; the rest is left to the background. */
const AT_ONCE = 100;
const LONGEST_REST_MILLISECONDS = 2_000;
/**
 * The event loop counts as busy if requests and other work take more than this share of this interval (milliseconds).
 */
const LOOK_MILLISECONDS = 2;
const BUSY = 0.5;
/** From this many on, progress is reported. */
const PROGRESS_FROM = 2_000;
const COUNTED = 10_000_000;
/** Only the newest jobs; one running longer than these isn't among them. */
const IMPORTS_LOOKED_AT = 10;

/** How leads are compared. */
export const MATCHING: Matching<Identity> = {
  identify(lead) {
    const identity = identityOf(lead);
    return { identity, keys: blockingKeys(identity) };
  },
  compare: pairEvidence,
};

/**
 * Compares leads that were added, removed or changed with their possible duplicates, chunk by chunk, resuming after a
 * stop. Waits while a file is being imported, which it would slow down. All leads are compared again when the matching
 * rules have changed. Returns how many it compared.
 */
export async function findDuplicates(workspace: Workspace): Promise<number> {
  const { store, feed } = workspace;
  if (await isImporting(workspace)) return 0;
  await store.duplicates.useVersion(MATCHING_VERSION);
  if ((await store.duplicates.waiting(1)) === 0) return 0;
  const compared = await withLease(workspace, "duplicates", async (signal) => {
    const total = await store.duplicates.waiting(COUNTED);
    const reportProgress = (done: number, finished: boolean): void => {
      if (total < PROGRESS_FROM) return;
      feed.progress({ work: "duplicates", label: "Finding duplicates", done, total, finished });
    };
    let done = 0;
    try {
      while (!signal.aborted) {
        const begun = performance.now();
        const some = await store.duplicates.compareNext(CHUNK, MATCHING);
        const took = performance.now() - begun;
        if (some === 0) break;
        done += some;
        reportProgress(Math.min(done, total), false);
        if (signal.aborted || (await isImporting(workspace))) break;
        // Nobody waits for this, so other jobs get half the time and requests as much as they need.
        const pause = (await isAlone(workspace)) ? 0 : Math.min(took, LONGEST_REST_MILLISECONDS);
        await restWhileBusy(pause, signal);
      }
    } finally {
      if (done > 0) feed.changed(["duplicates", "notifications"]);
      reportProgress(Math.min(done, total), true);
    }
    return done;
  });
  return compared ?? 0;
}

/**
 * Compares recently changed leads before duplicates are shown, if there are few. Returns how many are left to the
 * background, counted up to a hundred.
 */
export async function compareLatest(workspace: Workspace): Promise<number> {
  const { store, feed } = workspace;
  const waiting = await store.duplicates.waiting(AT_ONCE);
  if (waiting === 0 || waiting === AT_ONCE) return waiting;
  const left = await withLease(workspace, "duplicates", async () => {
    // Leads that need another comparison because of these are left for the next time.
    await store.duplicates.compareNext(AT_ONCE, MATCHING);
    return store.duplicates.waiting(AT_ONCE);
  });
  if (left !== null) feed.changed(["duplicates", "notifications"]);
  return left ?? waiting;
}

/** Pauses, and keeps pausing while the process is busy with other work, up to LONGEST_REST_MILLISECONDS. */
async function restWhileBusy(milliseconds: number, signal: AbortSignal): Promise<void> {
  const until = performance.now() + LONGEST_REST_MILLISECONDS;
  for (let turn = Math.max(milliseconds, LOOK_MILLISECONDS); !signal.aborted; turn = LOOK_MILLISECONDS) {
    const before = performance.eventLoopUtilization();
    await rest(turn, undefined, { signal }).catch(() => {});
    if (performance.eventLoopUtilization(before).utilization < BUSY || performance.now() > until) return;
  }
}

/** Whether this is the only running job. */
async function isAlone({ jobs }: Pick<Workspace, "jobs">): Promise<boolean> {
  return (await jobs.figures()).running <= 1;
}

/** Whether an import is adding leads or being undone, which background work should leave the database to. */
export async function isImporting({ store }: Pick<Workspace, "store">): Promise<boolean> {
  return (await store.imports.list(IMPORTS_LOOKED_AT)).some(({ state }) => state === "running" || state === "undoing");
}
