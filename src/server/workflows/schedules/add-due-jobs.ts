import type { JobKind } from "#shared/contract/job.ts";
import { actAs } from "#server/platform/acting.ts";
import type { ScheduleRun } from "#server/store/schedules.ts";
import { dropDead } from "#server/workflows/run-job.ts";
import { setSince } from "#server/workflows/schedules/due.ts";
import type { Plan, PlannedJob, Planning } from "#server/workflows/schedules/plan.ts";
import { readPlans } from "#server/workflows/schedules/plans.ts";
import { settleRuns } from "#server/workflows/schedules/settle-runs.ts";
import { withLease } from "#server/workflows/with-lease.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** A run that has been without a job for so long was begun by a process that died. */
const LEFT_MILLISECONDS = 60_000;
const THE_CLOCK = { by: "Winnow", userId: null, requestId: null };
/** Of many that are due; crawls mostly wait for their turn at a host. */
const AT_A_TIME: Partial<Readonly<Record<JobKind, number>>> = { scrape: 3 };

/**
 * Adds the jobs that are due, one process at a time, and answers when something is due next; null when that is not known
 * here. Each run has its row before its job: of a window there is one whatever the clock and other processes do, and a
 * process that dies between the two leaves the row, for which the next tick adds the job.
 */
export async function addDueJobs(workspace: Workspace): Promise<Date | null> {
  return withLease(workspace, "schedules", () =>
    actAs(THE_CLOCK, async () => {
      await settleRuns(workspace);
      const { plans, planning } = await readPlans(workspace);
      await noteStanding(planning, plans);
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

/** Adds the job of a plan that is due, unless its window has had one. The run before may have left its job: that goes. */
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

/** Adds the job of a run. Answers it, and whether it was added: there may have been one of its key. */
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

/** What a run is under way for is not due again before its end. */
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

/** Remembers since when schedules are set as they are. */
async function noteStanding({ workspace, now, standing }: Planning, plans: readonly Plan[]): Promise<void> {
  for (const { id, setTo } of plans) {
    if (setTo === undefined) continue;
    const since = setSince(standing.get(id), setTo, now);
    if (standing.get(id)?.since !== since) await workspace.store.schedules.stand(id, setTo, since);
  }
}
