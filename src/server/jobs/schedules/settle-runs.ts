import type { JobRecord } from "#server/jobs/queue/job-queue.ts";
import type { ScheduleRun } from "#server/db/system/schedules.ts";
import type { Workspace } from "#server/workspace.ts";

const CANCELED = "Canceled before it finished.";

type RunEnd = Pick<ScheduleRun, "outcome" | "message" | "finishedAt">;

/** Records the outcome of runs whose job couldn't: it died, was canceled, or was started by a user. */
export async function settleRuns({ store, jobs, feed, clock }: Workspace): Promise<void> {
  for (const { id, jobId } of await store.schedules.underWay()) {
    if (jobId === null) continue;
    const end = endOf(await jobs.get(jobId), clock());
    if (end === null) continue;
    await store.schedules.finish(id, end);
    feed.changed(["schedules"]);
  }
}

/** A run with the current state of its job. */
export async function withJob(
  { jobs, clock }: Pick<Workspace, "jobs" | "clock">,
  run: ScheduleRun,
): Promise<ScheduleRun> {
  if (run.outcome !== "running" || run.jobId === null) return run;
  return { ...run, ...endOf(await jobs.get(run.jobId), clock()) };
}

function endOf(job: JobRecord | null, now: Date): RunEnd | null {
  if (job === null) {
    return {
      outcome: "failed",
      message: "The job was removed before its result was recorded.",
      finishedAt: now.toISOString(),
    };
  }
  const { state, message, finishedAt } = job;
  if (state === "done") return { outcome: "done", message, finishedAt };
  if (state === "dead") return { outcome: "failed", message, finishedAt };
  if (state === "cancelled") return { outcome: "cancelled", message: CANCELED, finishedAt };
  return null;
}
