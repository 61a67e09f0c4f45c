import { randomUUID } from "node:crypto";
import type { Schedule } from "#shared/contract/schedule.ts";
import { acting } from "#server/platform/acting.ts";
import { conflict, notFound } from "#server/platform/errors.ts";
import type { JobRecord } from "#server/jobs/queue/job-queue.ts";
import type { PlannedJob } from "#server/jobs/queue/job-definitions.ts";
import { addRun } from "#server/jobs/schedules/add-due-jobs.ts";
import { readPlans } from "#server/jobs/schedules/plans.ts";
import { withJob } from "#server/jobs/schedules/settle-runs.ts";
import type { Workspace } from "#server/workspace.ts";

const OUTCOMES = {
  waiting: "running",
  running: "running",
  retrying: "running",
  done: "done",
  dead: "failed",
  cancelled: "cancelled",
} as const;

/** The automatic tasks, each with its last and next run. */
export async function listSchedules(workspace: Workspace): Promise<Schedule[]> {
  const { plans, planning } = await readPlans(workspace);
  const latest = await workspace.jobs.latestRuns(plans.map(({ job }) => job.key));
  return Promise.all(
    plans.map(async ({ isOn = true, isInternal = false, settingsPath = null, ...plan }): Promise<Schedule> => {
      const { id, title, rhythm, due, job } = plan;
      const last = planning.lastRuns.get(id);
      const run = last === undefined ? null : await withJob(workspace, last);
      return {
        id,
        title,
        rhythm,
        isOn,
        isInternal,
        settingsPath,
        lastRun: newest(run === null ? null : publicRun(run), latest.find((one) => isRunOf(one, job)) ?? null),
        nextRun: due?.at.toISOString() ?? null,
      };
    }),
  );
}

/** Each report has its own key. */
function isRunOf({ kind, key }: JobRecord, job: PlannedJob): boolean {
  return key === job.key || (kind === "report" && job.kind === "report");
}

/** The schedule's own run, or a later job that a person started elsewhere or retried. */
function newest(run: Schedule["lastRun"], job: JobRecord | null): Schedule["lastRun"] {
  if (job === null || job.startedAt === null) return run;
  if (run !== null && (run.finishedAt === null || job.startedAt <= run.finishedAt)) return run;
  const { id, state, startedAt, finishedAt, message } = job;
  const outcome = OUTCOMES[state];
  return { at: startedAt, finishedAt, outcome, message: outcome === "running" ? "" : message, jobId: id };
}

function publicRun({ at, finishedAt, outcome, message, jobId }: Parameters<typeof withJob>[1]): Schedule["lastRun"] {
  // The result counts leads of the whole team.
  const isHidden = outcome === "done" && acting().sight !== undefined;
  return { at, finishedAt, outcome, message: isHidden ? "" : message, jobId };
}

/**
 * Starts a task now, whether or not it is on, and returns its job, or the one already running. Throws not_found, and
 * schedule_obstacle if it has nothing to do.
 */
export async function runSchedule(workspace: Workspace, id: string): Promise<JobRecord> {
  const { store, clock } = workspace;
  const { plans } = await readPlans(workspace);
  const plan = plans.find((one) => one.id === id);
  if (plan === undefined) throw notFound("schedule");
  const { byHand = plan.job } = plan;
  if ("blocker" in byHand) throw conflict("schedule_obstacle", byHand.blocker);
  const run = await store.schedules.begin(id, `by hand ${randomUUID()}`, clock().toISOString());
  // The window's name is random, so it can't exist yet.
  if (run === null) throw conflict("schedule_busy", "It was just started. Check its last run.");
  const { job, created } = await addRun(workspace, run, byHand);
  if (!created) await store.schedules.withdraw(run);
  return job;
}
