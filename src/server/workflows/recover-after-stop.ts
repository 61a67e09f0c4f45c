import { startRescore } from "#server/workflows/rescore.ts";
import { withLease } from "#server/workflows/with-lease.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const MESSAGE = "The server stopped during this sync. The next one goes on from there.";

/** Tidies up what a process left half-way: a sync cut off is marked so, a rescore goes on where it stopped. */
export async function recoverAfterStop(workspace: Workspace): Promise<void> {
  const { store, clock, feed } = workspace;
  for (const { id, lastRun } of await store.dataSources.list()) {
    if (lastRun?.outcome !== "running") continue;
    // Whoever still holds the lease is alive, here or on another machine.
    await withLease(workspace, `sync:${id}`, async () => {
      const now = await store.dataSources.get(id);
      if (now?.lastRun?.outcome !== "running") return;
      const finishedAt = clock().toISOString();
      await store.dataSources.update(id, {
        lastRun: { ...now.lastRun, outcome: "interrupted", finishedAt, message: MESSAGE },
      });
      feed.changed(["data-sources", "status"]);
    });
  }
  void startRescore(workspace);
}
