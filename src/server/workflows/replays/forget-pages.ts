import type { KeptPageCursor } from "#server/store/kept-pages.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** Few enough that others need not wait long for the transaction: a page may name a hundred people. */
const CHUNK = 50;

/** Lets go of the raw input that outlives its leads, which are pages and what reading them again would change. */
export async function forgetPages({ store, stopping }: Workspace): Promise<void> {
  let after: KeptPageCursor | null = null;
  do {
    after = await store.replays.forgetPages(after, CHUNK);
    if (stopping.aborted) return;
    // Other requests are answered between two chunks.
    await new Promise((resolve) => setImmediate(resolve));
  } while (after !== null);
  await store.replays.forgetGone();
}
