import { jobs } from "#server/jobs/queue/job-definitions.ts";
import { secondReader } from "#server/features/language-model/second-reader.ts";
import type { Workspace } from "#server/workspace.ts";

/** Starts a job in which the language model reads messages in review. The schedule finds what this misses. */
export async function askToReadUnclear(workspace: Workspace): Promise<void> {
  if ((await secondReader(workspace)) !== null) await workspace.jobs.add(jobs.secondReading());
}
