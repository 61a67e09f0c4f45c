import type { StoredPageCursor } from "#server/db/sources/stored-pages.ts";
import type { Workspace } from "#server/workspace.ts";

/** Small enough that others don't wait long for the transaction: a page may name a hundred people. */
const CHUNK = 50;

/** Deletes raw input that outlives its leads: pages, and the changes that replaying them would make. */
export async function forgetPages({ store, stopping }: Workspace): Promise<void> {
  let after: StoredPageCursor | null = null;
  do {
    after = await store.replays.forgetPages(after, CHUNK);
    if (stopping.aborted) return;
    // Lets other requests run between chunks.
    await new Promise((resolve) => setImmediate(resolve));
  } while (after !== null);
  await store.replays.forgetGone();
}
