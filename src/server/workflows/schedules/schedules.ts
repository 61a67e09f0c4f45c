import { randomUUID } from "node:crypto";
import type { Schedule } from "#shared/contract/schedule.ts";
import { conflict, notFound } from "#server/platform/errors.ts";
import type { JobRecord } from "#server/queue/job-queue.ts";
import { addRun } from "#server/workflows/schedules/add-due-jobs.ts";
import { readPlans } from "#server/workflows/schedules/plans.ts";
import { withJob } from "#server/workflows/schedules/settle-runs.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** What runs by itself, each with how it last went and when it goes on. */
export async function listSchedules(workspace: Workspace): Promise<Schedule[]> {
  const { plans, planning } = await readPlans(workspace);
  return Promise.all(
    plans.map(async ({ id, title, rhythm, isOn, settingsPath, due }): Promise<Schedule> => {
      const last = planning.lastRuns.get(id);
      return {
        id,
        title,
        rhythm,
        isOn,
        settingsPath,
        lastRun: last === undefined ? null : publicRun(await withJob(workspace, last)),
        nextRun: due?.at.toISOString() ?? null,
      };
    }),
  );
}

function publicRun({ at, finishedAt, outcome, message, jobId }: Parameters<typeof withJob>[1]): Schedule["lastRun"] {
  return { at, finishedAt, outcome, message, jobId };
}

/**
 * Runs something now for a person, whether or not it is on, and answers the job: the one under way where there is one.
 * Throws not_found, and schedule_obstacle when there is nothing that it could do.
 */
export async function runSchedule(workspace: Workspace, id: string): Promise<JobRecord> {
  const { store, clock } = workspace;
  const { plans } = await readPlans(workspace);
  const plan = plans.find((one) => one.id === id);
  if (plan === undefined) throw notFound("schedule");
  if ("obstacle" in plan.byHand) throw conflict("schedule_obstacle", plan.byHand.obstacle);
  const run = await store.schedules.begin(id, `by hand ${randomUUID()}`, clock().toISOString());
  // A window of this name there was none of.
  if (run === null) throw conflict("schedule_busy", "It was started at this moment. Look at its last run.");
  const { job, created } = await addRun(workspace, run, plan.byHand);
  if (!created) await store.schedules.withdraw(run);
  return job;
}
