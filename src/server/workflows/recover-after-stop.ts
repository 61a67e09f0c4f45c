import { startRescore } from "#server/workflows/rescore.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** Tidies up what an earlier process left half-way: a sync cut off is marked so, a rescore goes on where it stopped. */
export async function recoverAfterStop(workspace: Workspace): Promise<void> {
  const { store, processId, clock } = workspace;
  for (const source of await store.dataSources.list()) {
    const { lastRun, id } = source;
    if (lastRun?.outcome !== "running") continue;
    // Whoever still holds the lease is alive on another machine.
    if (!(await store.leases.acquire(`sync:${id}`, processId, 1_000))) continue;
    const message = "The server stopped during this sync. The next one goes on from there.";
    await store.dataSources.update(id, {
      lastRun: { ...lastRun, outcome: "interrupted", finishedAt: clock().toISOString(), message },
    });
    await store.leases.release(`sync:${id}`, processId);
  }
  void startRescore(workspace);
}
