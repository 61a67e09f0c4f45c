import { z } from "zod";
import { LIMITS } from "#shared/limits.ts";
import { acting } from "#server/platform/acting.ts";
import type { ChangeFeed } from "#server/platform/change-feed.ts";
import { AppError, notFound } from "#server/platform/errors.ts";
import { activeTraceparent } from "#server/platform/tracing.ts";
import type { JobQueue } from "#server/jobs/queue/job-queue.ts";
import { startJobRuns, type JobRuns, type JobRunsOptions } from "#server/jobs/queue/job-runs.ts";
import { jitteredDelay } from "#server/db/jobs/retry-delay.ts";
import type { JobRecord } from "#server/db/jobs/job-records.ts";

const LEASE_MILLISECONDS = 10_000;
/** Polling interval for jobs that others wait for, in case the message about their end was missed. */
const ASK_MILLISECONDS = 5_000;
const HAS_ENDED: ReadonlySet<string> = new Set(["done", "dead", "cancelled"]);

const QueueMessage = z.discriminatedUnion("what", [
  z.object({ what: z.literal("added") }),
  z.object({ what: z.literal("cancelled"), id: z.string() }),
  z.object({ what: z.literal("ended"), id: z.string() }),
]);

/** The messages between the queues of all processes on a store. */
type QueueMessage = z.infer<typeof QueueMessage>;

export type JobQueueOptions = Pick<JobRunsOptions, "jobs" | "log"> &
  Partial<Pick<JobRunsOptions, "leaseMilliseconds" | "retryDelay">> & { feed: ChangeFeed };

/** Creates this process's queue on the job store shared by all processes. */
export function createJobQueue(options: JobQueueOptions): JobQueue {
  const { jobs, feed, log, leaseMilliseconds = LEASE_MILLISECONDS, retryDelay = jitteredDelay } = options;
  /** Callbacks of callers waiting for a job to end. */
  const waiting = new Set<() => Promise<void>>();
  const stopped = new AbortController();
  let runs: JobRuns | null = null;

  const publish = (message: QueueMessage): void => {
    // Processes that miss the message find out by polling.
    jobs.publish(JSON.stringify(message)).catch((error: unknown) => log.debug({ err: error }, "job not announced"));
  };
  const changed = (): void => feed.changed(["jobs"]);

  const unsubscribe = jobs.subscribe((text) => {
    const message = readQueueMessage(text);
    if (message === null || message.what === "added") runs?.look();
    if (message === null) runs?.check();
    if (message?.what === "cancelled") runs?.canceled(message.id);
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
      return { ...made, job: withinSight(made.job) };
    },

    async get(id) {
      const job = await jobs.get(id);
      return job === null ? null : withinSight(job);
    },
    ofKey: (key) => jobs.openOfKey(key),
    latestRuns: async (keys) => (await jobs.latestRuns(keys)).map(withinSight),
    async list(query) {
      const page = await jobs.list({ ...query, limit: query.limit ?? LIMITS.job.pageSize });
      const { oldestDue: _, ...counts } = await jobs.figures();
      return { ...page, jobs: page.jobs.map(withinSight), counts };
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
            (error: unknown) => log.debug({ err: error }, "job cancellation not requested"),
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
      runs?.canceled(id);
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
      if (runs !== null) throw new Error("The queue was already started.");
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
      // Jobs that ended just now are still reported to their callers.
      await Promise.all([...waiting].map((ask) => ask()));
      stopped.abort(
        new AppError("stopping", 503, "Winnow is stopping. The job continues when it's back.", {
          retryAfterSeconds: 5,
        }),
      );
    },
  };
}

/** Null for malformed messages and those of a newer version: the caller checks the store instead. */
function readQueueMessage(text: string): QueueMessage | null {
  try {
    return QueueMessage.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** For an account with limited sight: without progress and results, which count leads of the whole team. */
function withinSight(job: JobRecord): JobRecord {
  // Of imports, it sees only its own.
  if (acting().sight === undefined || job.kind === "import") return job;
  return { ...job, progress: null, message: job.state === "done" ? "" : job.message };
}
