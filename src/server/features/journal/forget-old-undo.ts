import { DAY } from "#shared/durations.ts";
import { LIMITS } from "#shared/limits.ts";
import type { Workspace } from "#server/workspace.ts";

/** Small enough that others don't wait long for the transaction. */
const CHUNK = 100;

/**
 * Deletes what is still stored about leads that were deleted more than `LIMITS.journal.undoDays` ago, and all undo data of
 * that age; the history keeps its other entries.
 */
export async function forgetOldUndo({ store, clock, feed, stopping }: Workspace): Promise<void> {
  const before = new Date(clock().getTime() - LIMITS.journal.undoDays * DAY).toISOString();
  let forgotten = 0;
  // The undo data tells which leads were deleted.
  for (const forget of [store.oldLeads.forgetDeleted, store.journal.forgetUndo]) {
    while (!stopping.aborted) {
      const some = await forget(before, CHUNK);
      forgotten += some;
      if (some < CHUNK) break;
      await new Promise((resolve) => setImmediate(resolve));
    }
    if (stopping.aborted) break;
  }
  if (forgotten > 0) feed.changed(["activity"]);
}
