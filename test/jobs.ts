import { AppError } from "#server/platform/errors.ts";
import { addDueJob } from "#server/workflows/schedules/add-due-jobs.ts";
import { readPlans } from "#server/workflows/schedules/plans.ts";
import { settleRuns } from "#server/workflows/schedules/settle-runs.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const NEVER = new AbortController().signal;

/** Resolves when no job runs or is due; one that waits for later, as for its next try after a failure, is left to wait. */
export async function jobsEnded({ jobs, clock }: Pick<Workspace, "jobs" | "clock">): Promise<void> {
  for (;;) {
    // At one moment: a job that begins between two looks would be seen by neither.
    const newest = (await jobs.list({ limit: 200 })).jobs;
    // On PostgreSQL jobs wait by its own clock, not by the test's.
    const now = new Date(Math.max(clock().getTime(), Date.now())).toISOString();
    const open = newest.filter(
      ({ state, isHeld, nextAttempt }) =>
        isHeld || state === "running" || (state === "waiting" && (nextAttempt === null || nextAttempt <= now)),
    );
    if (open.length === 0) return;
    await Promise.all(open.map(({ id }) => jobs.ended(id, NEVER).catch(() => null)));
  }
}

/**
 * What the clock does for the schedules whose id begins so: those that are due get their jobs, which end before this
 * resolves. Throws what the first of them failed with.
 */
export async function tick(workspace: Workspace, schedule: string): Promise<void> {
  const { plans, planning } = await readPlans(workspace);
  const due = plans.filter(({ id, due: next }) => id.startsWith(schedule) && next !== null && next.at <= planning.now);
  for (const plan of due) await addDueJob(workspace, plan, planning.lastRuns.get(plan.id));
  await jobsEnded(workspace);
  await settleRuns(workspace);
  const runs = await workspace.store.schedules.lastRuns();
  for (const { id } of due) {
    const jobId = runs.get(id)?.jobId ?? null;
    const job = jobId === null ? null : await workspace.jobs.get(jobId);
    if (job?.state === "dead" && job.error !== null) {
      throw new AppError(job.error.id, job.error.status, job.error.message);
    }
  }
}
