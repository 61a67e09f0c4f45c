import { acting } from "#server/platform/acting.ts";
import type { JobRecord } from "#server/jobs/queue/job-queue.ts";

/** For an account with limited sight: without progress and results, which count leads of the whole team. */
export function withinSight(job: JobRecord): JobRecord {
  // Of imports, it sees only its own.
  if (acting().sight === undefined || job.kind === "import") return job;
  return { ...job, progress: null, message: job.state === "done" ? "" : job.message };
}
