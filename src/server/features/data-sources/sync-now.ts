import { SyncResult } from "#shared/contract/data-source.ts";
import { nothingSynced, syncableSources } from "#server/features/data-sources/sync-leads.ts";
import { jobs } from "#server/jobs/queue/job-definitions.ts";
import { cancelJob, pressedJob, resultOf } from "#server/jobs/queue/run-job.ts";
import type { Workspace } from "#server/workspace.ts";

/**
 * Syncs every active data source for a person; a second request joins the running sync. Throws the first one's error if
 * all failed.
 */
export async function syncNow(workspace: Workspace): Promise<SyncResult> {
  for (;;) {
    const ended = await pressedJob(workspace, jobs.sync(await syncableSources(workspace)));
    // A sync of leftovers reads fewer sources than requested.
    if (isRest(ended.input) && ended.state !== "cancelled") continue;
    return resultOf(ended, SyncResult, () => nothingSynced({ canceled: true }));
  }
}

/**
 * Cancels the running sync, in any process, after its current batch; imported leads remain. Returns false if none runs.
 */
export function cancelSync(workspace: Workspace): Promise<boolean> {
  return cancelJob(workspace, jobs.sync([]));
}

function isRest(input: unknown): boolean {
  return typeof input === "object" && input !== null && "isRest" in input && input.isRest === true;
}
