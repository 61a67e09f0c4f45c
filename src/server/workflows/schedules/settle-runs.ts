import type { JobRecord } from "#server/queue/job-queue.ts";
import type { ScheduleRun } from "#server/store/schedules.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const CANCELLED = "A person ended it before it was done.";

type RunEnd = Pick<ScheduleRun, "outcome" | "message" | "finishedAt">;

/** Notes how runs ended whose job could not say so itself: it died, was cancelled, or was a person's. */
export async function settleRuns({ store, jobs, feed, clock }: Workspace): Promise<void> {
  for (const { id, jobId } of await store.schedules.underWay()) {
    if (jobId === null) continue;
    const end = endOf(await jobs.get(jobId), clock());
    if (end === null) continue;
    await store.schedules.finish(id, end);
    feed.changed(["schedules"]);
  }
}

/** A run as its job stands now. */
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
      message: "Its job was dropped before it was known how it ended.",
      finishedAt: now.toISOString(),
    };
  }
  const { state, message, finishedAt } = job;
  if (state === "done") return { outcome: "done", message, finishedAt };
  if (state === "dead") return { outcome: "failed", message, finishedAt };
  if (state === "cancelled") return { outcome: "cancelled", message: CANCELLED, finishedAt };
  return null;
}
