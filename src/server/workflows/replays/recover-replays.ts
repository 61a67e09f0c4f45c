import { jobs } from "#server/workflows/jobs.ts";
import { REPLAY_LEASE } from "#server/workflows/replays/replays.ts";
import { withLease } from "#server/workflows/with-lease.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const APPLY_CUT_OFF = "This ended before all of it was applied. Apply it again and it goes on with the rest.";
const LOOK_CUT_OFF = "The server stopped during this, more than once. Begin it again.";

/** Tells of a replay whose job was given up, and has one go on that was begun by a process that died before it had a job. */
export async function recoverReplays(workspace: Workspace): Promise<void> {
  const { store, feed, clock } = workspace;
  await withLease(workspace, REPLAY_LEASE, async () => {
    for (const { id, state, createdAt } of await store.replays.unfinished()) {
      if ((await workspace.jobs.ofKey(jobs.replay().key)) !== null) return;
      const [dead] = (await workspace.jobs.list({ kind: "replay", state: "dead", limit: 1 })).jobs;
      if (state === "running" && (dead === undefined || dead.createdAt < createdAt)) {
        await workspace.jobs.add(jobs.replay());
        return;
      }
      await store.replays.update(
        id,
        state === "applying"
          ? { state: "ready", message: APPLY_CUT_OFF }
          : { state: "interrupted", message: LOOK_CUT_OFF, finishedAt: clock().toISOString() },
      );
      feed.changed(["replays"]);
    }
  });
}
