import type { JobRecord } from "#server/queue/job-queue.ts";
import { cancelImport } from "#server/workflows/imports/import-work.ts";
import { jobs } from "#server/workflows/jobs.ts";
import { cancelReplay } from "#server/workflows/replays/replays.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/**
 * Ends a job that a person chose from the list. What has a record of its own, an import or a replay, is told there, too:
 * a job that has not begun tells nobody. False when the job neither waited nor ran.
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
