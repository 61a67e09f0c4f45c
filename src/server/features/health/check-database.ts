import type { Workspace } from "#server/workspace.ts";

/**
 * Reads the whole database once after startup, in the background: even after a clean stop the file may have been
 * damaged since. Damage is reported as if found during work. Never throws.
 */
export async function checkDatabase({ store, log, feed, stopping }: Workspace): Promise<void> {
  try {
    await store.check(stopping);
  } catch (error) {
    if (stopping.aborted) return;
    log.error({ err: error }, "the full database check failed");
    feed.changed(["status", "notifications"]);
  }
}
