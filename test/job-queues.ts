import pino from "pino";
import { onTestFinished } from "vitest";
import { createChangeFeed } from "#server/platform/change-feed.ts";
import { createJobQueue, type JobQueueOptions } from "#server/queue/create-job-queue.ts";
import type { JobQueue } from "#server/queue/job-queue.ts";
import type { Store } from "#server/store/types.ts";

type Timing = Pick<JobQueueOptions, "leaseMilliseconds" | "retryDelay">;

/** A queue of its own on a store, as another process would have, stopped when the test ends. */
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
