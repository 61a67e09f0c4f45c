import type { JobRecord } from "#server/jobs/queue/job-queue.ts";
import { cancelImport } from "#server/features/imports/import-work.ts";
import { jobs } from "#server/jobs/queue/job-definitions.ts";
import { cancelReplay } from "#server/features/replays/replays.ts";
import type { Workspace } from "#server/workspace.ts";

/**
 * Cancels a job chosen from the list. An import or replay is also marked in its own record, since a job that hasn't
 * started can't do that itself. Returns false if the job neither waited nor ran.
 */
export async function cancelListedJob(workspace: Workspace, job: JobRecord): Promise<boolean> {
  const { store } = workspace;
  if (!(await workspace.jobs.cancel(job.id))) return false;
  if (job.kind === "import") {
    const begun = (await store.imports.unfinished()).filter(({ id, fileName }) => {
      return jobs.importFile({ id, fileName }).key === job.key;
    });
    for (const { id } of begun) await cancelImport(workspace, id);
  }
  if (job.kind === "replay") {
    for (const { id } of await store.replays.unfinished()) await cancelReplay(workspace, id);
  }
  return true;
}
