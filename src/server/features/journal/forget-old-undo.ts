import { DAY } from "#shared/durations.ts";
import { LIMITS } from "#shared/limits.ts";
import type { Workspace } from "#server/workspace.ts";

/** Small enough that others don't wait long for the transaction. */
const CHUNK = 100;

/** Deletes undo data older than `LIMITS.journal.undoDays`; the history keeps its entries. */
export async function forgetOldUndo({ store, clock, feed, stopping }: Workspace): Promise<void> {
  const before = new Date(clock().getTime() - LIMITS.journal.undoDays * DAY).toISOString();
  let forgotten = 0;
  while (!stopping.aborted) {
    const some = await store.journal.forgetUndo(before, CHUNK);
    forgotten += some;
    if (some < CHUNK) break;
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (forgotten > 0) feed.changed(["activity"]);
}
