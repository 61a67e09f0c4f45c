import { jobs } from "#server/jobs/queue/job-definitions.ts";
import { REPLAY_LEASE } from "#server/features/replays/replays.ts";
import { withLease } from "#server/jobs/queue/with-lease.ts";
import type { Workspace } from "#server/workspace.ts";

const APPLY_CUT_OFF = "Stopped before all changes were applied. Apply again to continue.";
const LOOK_CUT_OFF = "The server stopped more than once during reprocessing. Start it again.";

/** Ends a replay whose job was given up, and resumes one whose process died before it had a job. */
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
