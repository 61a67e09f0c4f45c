import { LIMITS } from "#shared/limits.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const DAY_MILLISECONDS = 86_400_000;
/** Few enough that others need not wait long for the transaction. */
const CHUNK = 100;

/** Forgets what taking back acts needs that are older than `LIMITS.journal.undoDays`; the history keeps telling of them. */
export async function forgetOldUndo({ store, clock, feed, stopping }: Workspace): Promise<void> {
  const before = new Date(clock().getTime() - LIMITS.journal.undoDays * DAY_MILLISECONDS).toISOString();
  let forgotten = 0;
  while (!stopping.aborted) {
    const some = await store.journal.forgetUndo(before, CHUNK);
    forgotten += some;
    if (some < CHUNK) break;
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (forgotten > 0) feed.changed(["activity"]);
}
