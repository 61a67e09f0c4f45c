import { PgBoss } from "pg-boss";
import pino from "pino";
import { onTestFinished } from "vitest";
import { createChangeFeed } from "#server/platform/change-feed.ts";
import { createJobQueue, type JobQueueOptions } from "#server/jobs/queue/create-job-queue.ts";
import type { JobQueue } from "#server/jobs/queue/job-queue.ts";
import { attemptOf } from "#server/db/jobs/pg-boss-delivery.ts";
import type { JobRun } from "#server/db/jobs/job-records.ts";
import { JOB_SCHEMA, QUEUE } from "#server/db/jobs/start-pg-boss.ts";
import type { Store } from "#server/db/store.ts";

type Timing = Pick<JobQueueOptions, "leaseMilliseconds" | "retryDelay">;

/** A separate queue on a store, like another process's, stopped when the test ends. */
export function openQueue(store: Pick<Store, "jobs" | "publish" | "subscribe">, timing: Timing = {}): JobQueue {
  const log = pino({ level: "silent" });
  const feed = createChangeFeed(store, log);
  const queue = createJobQueue({ jobs: store.jobs, feed, log, ...timing });
  onTestFinished(async () => {
    await queue.stop();
    feed.close();
  });
  return queue;
}

/** Makes runs count as lost, as they do some seconds after their process died. */
export async function loseRuns({ jobs, leadsAddress }: Pick<Store, "jobs" | "leadsAddress">, runs: readonly JobRun[]) {
  if (leadsAddress.engine === "sqlite") {
    await jobs.renew(runs, 0);
    return;
  }
  // What pg-boss does to a job without heartbeats.
  await withPgBoss(leadsAddress.url, (boss) =>
    boss.fail(
      QUEUE,
      runs.map(({ token }) => attemptOf(token)),
    ),
  );
}

/** Uses pg-boss as another process would. */
export async function withPgBoss<T>(connectionString: string, act: (boss: PgBoss) => Promise<T>): Promise<T> {
  const boss = new PgBoss({ connectionString, schema: JOB_SCHEMA, supervise: false, schedule: false });
  boss.on("error", () => {});
  await boss.start();
  try {
    return await act(boss);
  } finally {
    await boss.stop({ graceful: false });
  }
}
