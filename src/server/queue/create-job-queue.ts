import { LIMITS } from "#shared/limits.ts";
import { acting } from "#server/platform/acting.ts";
import type { ChangeFeed } from "#server/platform/change-feed.ts";
import { AppError, notFound } from "#server/platform/errors.ts";
import type { Log } from "#server/platform/log.ts";
import { activeTraceparent } from "#server/platform/tracing.ts";
import type { JobQueue } from "#server/queue/job-queue.ts";
import { startJobRuns, type JobRuns } from "#server/queue/job-runs.ts";
import { jitteredDelay } from "#server/queue/retry-delay.ts";
import { readQueueMessage, type QueueMessage } from "#server/queue/queue-messages.ts";
import type { JobRecord, JobStore } from "#server/store/job-types.ts";

const LEASE_MILLISECONDS = 10_000;
/** The end of a job is told; asking is for what was told while nobody could hear. */
const ASK_MILLISECONDS = 5_000;
const HAS_ENDED: ReadonlySet<string> = new Set(["done", "dead", "cancelled"]);

export interface JobQueueOptions {
  jobs: JobStore;
  feed: ChangeFeed;
  log: Log;
  /** What a process that died held is free again after this long. */
  leaseMilliseconds?: number;
  /** Milliseconds until the next attempt after this one. */
  retryDelay?: (attempt: number) => number;
}

/** The queue of this process over what all processes on the store share. */
export function createJobQueue(options: JobQueueOptions): JobQueue {
  const { jobs, feed, log, leaseMilliseconds = LEASE_MILLISECONDS, retryDelay = jitteredDelay } = options;
  /** Those who wait for the end of jobs. */
  const waiting = new Set<() => Promise<void>>();
  const stopped = new AbortController();
  let runs: JobRuns | null = null;

  const publish = (message: QueueMessage): void => {
    // Whoever misses it looks for itself before long.
    jobs.publish(JSON.stringify(message)).catch((error: unknown) => log.debug({ err: error }, "job not told of"));
  };
  const changed = (): void => feed.changed(["jobs"]);

  const unsubscribe = jobs.subscribe((text) => {
    const message = readQueueMessage(text);
    if (message === null || message.what === "added") runs?.look();
    if (message === null) runs?.check();
    if (message?.what === "cancelled") runs?.cancelled(message.id);
    if (message?.what === "ended") runs?.look();
    if (message?.what !== "added") for (const ask of waiting) void ask();
  });

  const added = (): void => {
    runs?.look();
    publish({ what: "added" });
    changed();
  };

  return {
    async add({ kind, key, title, input, notBefore = null, maxAttempts = LIMITS.job.attempts }) {
      const { by, requestId } = acting();
      const traceparent = activeTraceparent();
      const made = await jobs.add({ kind, key, title, input, maxAttempts, by, requestId, traceparent, notBefore });
      if (made.created) added();
      return made;
    },

    get: (id) => jobs.get(id),
    ofKey: (key) => jobs.openOfKey(key),
    async list(query) {
      const page = await jobs.list({ ...query, limit: query.limit ?? LIMITS.job.pageSize });
      const { oldestDue: _, ...counts } = await jobs.figures();
      return { ...page, counts };
    },
    figures: () => jobs.figures(),

    ended(id, given) {
      const signal = AbortSignal.any([given, stopped.signal]);
      return new Promise<JobRecord>((resolve, reject) => {
        const settle = (how: () => void): void => {
          waiting.delete(ask);
          clearInterval(timer);
          signal.removeEventListener("abort", giveUp);
          how();
        };
        const giveUp = (): void => settle(() => reject(signal.reason as Error));
        const ask = (): Promise<void> =>
          jobs.get(id).then(
            (job) => {
              if (job === null) settle(() => reject(notFound("job")));
              else if (HAS_ENDED.has(job.state) && !job.isHeld) settle(() => resolve(job));
            },
            (error: unknown) => log.debug({ err: error }, "end of a job not asked for"),
          );
        const timer = setInterval(() => void ask(), ASK_MILLISECONDS);
        waiting.add(ask);
        signal.addEventListener("abort", giveUp);
        if (signal.aborted) giveUp();
        else void ask();
      });
    },

    async cancel(id) {
      const isCancelled = await jobs.cancel(id);
      if (!isCancelled) return false;
      runs?.cancelled(id);
      publish({ what: "cancelled", id });
      changed();
      return true;
    },

    async retry(id) {
      const job = await jobs.retry(id);
      if (job !== null) added();
      return job;
    },

    async drop(id) {
      const isGone = await jobs.drop(id);
      if (isGone) changed();
      return isGone;
    },

    async forget(before) {
      const count = await jobs.forget(before);
      if (count > 0) changed();
      return count;
    },

    start(handlers, concurrency) {
      if (runs !== null) throw new Error("The queue has started before.");
      runs = startJobRuns({
        jobs,
        log,
        handlers,
        concurrency,
        leaseMilliseconds,
        retryDelay,
        began: changed,
        progressed: (id, progress) => feed.progress({ work: "job", id, ...progress, finished: false }),
        ended: (id, progress) => {
          publish({ what: "ended", id });
          if (progress !== null) feed.progress({ work: "job", id, ...progress, finished: true });
          changed();
        },
      });
    },

    sinceLook: () => runs?.sinceLook() ?? null,

    async stop() {
      await runs?.stop();
      unsubscribe();
      // Those that ended here just now are still told of.
      await Promise.all([...waiting].map((ask) => ask()));
      stopped.abort(
        new AppError("stopping", 503, "Winnow is stopping. What was asked for goes on when it is back.", {
          retryAfterSeconds: 5,
        }),
      );
    },
  };
}
