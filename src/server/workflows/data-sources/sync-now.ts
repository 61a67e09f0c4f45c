import { SyncResult } from "#shared/contract/data-source.ts";
import { nothingSynced } from "#server/workflows/data-sources/sync-leads.ts";
import { jobs } from "#server/workflows/jobs.ts";
import { cancelJob, pressedJob, resultOf } from "#server/workflows/run-job.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/**
 * Syncs every active data source for a person; asked again meanwhile, answers with the sync under way. Throws what the
 * first source said when every one failed.
 */
export async function syncNow(workspace: Workspace): Promise<SyncResult> {
  for (;;) {
    const ended = await pressedJob(workspace, jobs.sync());
    // One that only goes on with a rest reads fewer sources than were asked for.
    if (isRest(ended.input) && ended.state !== "cancelled") continue;
    return resultOf(ended, SyncResult, () => nothingSynced({ cancelled: true }));
  }
}

/** Ends the sync under way, in whatever process, after the batch it is at; what was taken in stays. False without one. */
export function cancelSync(workspace: Workspace): Promise<boolean> {
  return cancelJob(workspace, jobs.sync());
}

function isRest(input: unknown): boolean {
  return typeof input === "object" && input !== null && "isRest" in input && input.isRest === true;
}
