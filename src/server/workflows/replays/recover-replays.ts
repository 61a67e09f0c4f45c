import { REPLAY_LEASE, startDryRun } from "#server/workflows/replays/dry-run.ts";
import { withLease } from "#server/workflows/with-lease.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const CUT_OFF = "The server stopped while this was applied. Apply it again and it goes on with the rest.";

/** Goes on with a replay that a process left half-way; whoever still holds its lease is alive. */
export async function recoverReplays(workspace: Workspace): Promise<void> {
  const { store, feed } = workspace;
  await withLease(workspace, REPLAY_LEASE, async () => {
    for (const { id, state } of await store.replays.unfinished()) {
      if (state !== "applying") continue;
      await store.replays.update(id, { state: "ready", message: CUT_OFF });
      feed.changed(["replays"]);
    }
  });
  if ((await store.replays.latest())?.state === "running") startDryRun(workspace);
}
