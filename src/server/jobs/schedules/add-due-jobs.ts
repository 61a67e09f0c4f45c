import type { JobKind } from "#shared/contract/job.ts";
import { actAs } from "#server/platform/acting.ts";
import type { ScheduleRun } from "#server/db/system/schedules.ts";
import type { PlannedJob } from "#server/jobs/queue/job-definitions.ts";
import { dropDead } from "#server/jobs/queue/run-job.ts";
import { setSince } from "#server/jobs/queue/due.ts";
import type { Plan, Planning } from "#server/jobs/schedules/plan.ts";
import { readPlans } from "#server/jobs/schedules/plans.ts";
import { settleRuns } from "#server/jobs/schedules/settle-runs.ts";
import { withLease } from "#server/jobs/queue/with-lease.ts";
import type { Workspace } from "#server/workspace.ts";

/** A run without a job for this long was begun by a process that died. */
const LEFT_MILLISECONDS = 60_000;
const THE_CLOCK = { by: "Winnow", userId: null, requestId: null };
/** Limits how many due jobs of a kind run at a time; crawls mostly wait for their host's rate limit. */
const AT_A_TIME: Partial<Readonly<Record<JobKind, number>>> = { scrape: 3 };

/**
 * Adds the jobs that are due, in one process at a time, and returns when the next is due; null if that isn't known
 * here. Each run's row is written before its job: a window gets only one whatever the clock and other processes do, and
 * if the process dies in between, the next tick adds the job.
 */
export async function addDueJobs(workspace: Workspace): Promise<Date | null> {
  return withLease(workspace, "schedules", () =>
    actAs(THE_CLOCK, async () => {
      await settleRuns(workspace);
      const { plans, planning } = await readPlans(workspace);
      await recordRhythms(planning, plans);
      const due = plans.filter((plan) => isDue(plan, planning)).toSorted((one, other) => dueAt(one) - dueAt(other));
      const running = underWay(plans, planning);
      for (const plan of due) {
        const { kind } = plan.job;
        const ofKind = running.get(kind) ?? 0;
        if (ofKind >= (AT_A_TIME[kind] ?? Infinity)) continue;
        await addDueJob(workspace, plan, planning.lastRuns.get(plan.id));
        running.set(kind, ofKind + 1);
      }
      const next = Math.min(...plans.filter((plan) => !due.includes(plan)).map(dueAt));
      return Number.isFinite(next) ? new Date(next) : null;
    }),
  );
}

/** Adds the job of a due plan, unless its window has had one. Deletes a dead job left by the previous run. */
export async function addDueJob(workspace: Workspace, plan: Plan, last: ScheduleRun | undefined): Promise<void> {
  const { store, clock, jobs } = workspace;
  const { id, due, job } = plan;
  const now = clock();
  const left = last !== undefined && isLeft(last, now) ? last.id : null;
  const run = left ?? (due === null ? null : await store.schedules.begin(id, due.window, now.toISOString()));
  if (run === null) return;
  if (last?.outcome === "failed") await dropDead(jobs, job);
  await addRun(workspace, run, job);
}

/** Adds the job of a run. Returns it and whether it was added, since one with its key may already exist. */
export async function addRun(
  { store, jobs, feed }: Workspace,
  run: string,
  job: PlannedJob,
): ReturnType<Workspace["jobs"]["add"]> {
  const added = await jobs.add({ ...job, input: { ...job.input, run } });
  await store.schedules.assign(run, added.job.id);
  feed.changed(["schedules"]);
  return added;
}

/** A plan whose run is still active isn't due again before that ends. */
function isDue({ id, due }: Plan, { now, lastRuns }: Planning): boolean {
  const last = lastRuns.get(id);
  if (last?.outcome === "running") return isLeft(last, now);
  return due !== null && due.at <= now;
}

function isLeft({ outcome, jobId, at }: ScheduleRun, now: Date): boolean {
  return outcome === "running" && jobId === null && Math.abs(now.getTime() - Date.parse(at)) > LEFT_MILLISECONDS;
}

function dueAt({ due }: Plan): number {
  return due?.at.getTime() ?? Infinity;
}

function underWay(plans: readonly Plan[], { lastRuns }: Planning): Map<JobKind, number> {
  const running = new Map<JobKind, number>();
  for (const { id, job } of plans) {
    const last = lastRuns.get(id);
    if (last?.outcome === "running" && last.jobId !== null) running.set(job.kind, (running.get(job.kind) ?? 0) + 1);
  }
  return running;
}

/** Records when each schedule got its current setting. */
async function recordRhythms({ workspace, now, rhythms }: Planning, plans: readonly Plan[]): Promise<void> {
  for (const { id, setTo } of plans) {
    if (setTo === undefined) continue;
    const since = setSince(rhythms.get(id), setTo, now);
    if (rhythms.get(id)?.since !== since) await workspace.store.schedules.setRhythm(id, setTo, since);
  }
}
