import { jobHandlers } from "#server/jobs/handlers/job-handlers.ts";
import type { JobContext } from "#server/jobs/queue/job-queue.ts";
import { readPlans } from "#server/jobs/schedules/plans.ts";
import type { Workspace } from "#server/workspace.ts";

const CONTEXT: JobContext = {
  id: "0",
  attempt: 1,
  isLast: true,
  isAfterLostRun: false,
  signal: new AbortController().signal,
  progress() {},
};

/**
 * Runs a schedule at the workspace's time, not as a job, because the queue uses the real clock. Throws if it isn't there
 * or fails.
 */
export async function runSchedule(then: Workspace, id: string): Promise<void> {
  const { schedules } = then.store;
  const { plans } = await readPlans(then);
  const job = plans.find((one) => one.id === id)?.job;
  const handler = job && jobHandlers(then)[job.kind];
  if (job === undefined || handler === undefined) throw new Error(`The sample team has no schedule ${id}.`);
  const at = then.clock().toISOString();
  const run = await schedules.begin(id, at, at);
  const { message } = await handler.run(handler.input.parse({ ...job.input, run }), CONTEXT);
  if ((await schedules.lastRuns()).get(id)?.outcome === "failed") throw new Error(`${id} failed. ${message}`);
}
