import type { Workspace } from "#server/workflows/workspace.ts";

/**
 * Looks once through the whole database beside the work of a process that has just started: a stop that was clean says
 * nothing of what became of the file since. What is found is told as damage that is met in the work. Never throws.
 */
export async function checkDatabase({ store, log, feed, stopping }: Workspace): Promise<void> {
  try {
    await store.check(stopping);
  } catch (error) {
    if (stopping.aborted) return;
    log.error({ err: error }, "the database could not be read as a whole");
    feed.changed(["status", "notifications"]);
  }
}
