import { AppError } from "#server/platform/errors.ts";
import { startRescore } from "#server/features/rules/rescore.ts";
import { addDueJob } from "#server/jobs/schedules/add-due-jobs.ts";
import { readPlans } from "#server/jobs/schedules/plans.ts";
import { settleRuns } from "#server/jobs/schedules/settle-runs.ts";
import type { Workspace } from "#server/workspace.ts";

const NEVER = new AbortController().signal;

/** Resolves when no job is running or due; jobs scheduled for later, such as retries, don't count. */
export async function jobsEnded({ jobs, clock }: Pick<Workspace, "jobs" | "clock">): Promise<void> {
  for (;;) {
    // In one query: a job that begins between two would be missed by both.
    const newest = (await jobs.list({ limit: 200 })).jobs;
    // On PostgreSQL jobs follow its clock, not the test's.
    const now = new Date(Math.max(clock().getTime(), Date.now())).toISOString();
    const open = newest.filter(
      ({ state, isHeld, nextAttempt }) =>
        isHeld || state === "running" || (state === "waiting" && (nextAttempt === null || nextAttempt <= now)),
    );
    if (open.length === 0) return;
    await Promise.all(open.map(({ id }) => jobs.ended(id, NEVER).catch(() => null)));
  }
}

/** Resolves when every score follows the current rules. Changing them only waits briefly for that. */
export async function rescored(workspace: Workspace): Promise<void> {
  // The first call may join a run that has read earlier rules.
  await startRescore(workspace);
  await startRescore(workspace);
}

/**
 * Runs the schedules with this ID prefix as the clock does: due ones get their jobs, which end before this resolves.
 * Throws the first failure.
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
