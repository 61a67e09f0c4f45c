import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as delay } from "node:timers/promises";
import type { JobKind, JobProgress } from "#shared/contract/job.ts";
import { isStoreFailure } from "#server/platform/errors.ts";
import type { Log } from "#server/platform/log.ts";
import { isUnforeseen, jobError } from "#server/jobs/queue/job-failure.ts";
import {
  HopelessJob,
  WorkHeld,
  type JobEnding,
  type JobHandler,
  type JobHandlers,
} from "#server/jobs/queue/job-queue.ts";
import type { JobStore } from "#server/db/jobs/job-store.ts";
import type { JobEnd, JobRecord, JobRun } from "#server/db/jobs/job-records.ts";
import { actAs } from "#server/platform/acting.ts";
import { jobDuration } from "#server/platform/metrics.ts";
import { beginSpan } from "#server/platform/tracing.ts";

/** Renewals per lease duration, so that one late renewal doesn't lose the lease. */
const RENEWALS = 3;
/** Polls per lease duration, in case a message about a new job was missed. */
const LOOKS = 2;
/** Requeue delay while our lost run winds down. */
const LOST_MILLISECONDS = 1_000;
/** Minimum polling delay: a due job that wasn't taken is being taken by another process. */
const LEAST_MILLISECONDS = 50;
/** Delay that gives a lost run's leases time to expire. */
const HELD_MILLISECONDS = 1_000;
const PROGRESS_MILLISECONDS = 1_000;
const STORE_RETRY_MILLISECONDS = 1_000;

export interface JobRunsOptions {
  jobs: JobStore;
  log: Log;
  handlers: JobHandlers;
  /** The maximum number of jobs at a time. */
  concurrency: number;
  /**
   * Milliseconds after which the jobs of a dead process are available again, which also sets SQLite's polling interval;
   * pg-boss's heartbeats have their own timeout.
   */
  leaseMilliseconds: number;
  /** Milliseconds until the attempt after this one. */
  retryDelay: (attempt: number) => number;
  began: () => void;
  progressed: (id: string, progress: JobProgress) => void;
  /** Called when a run ends, with its last reported progress. */
  ended: (id: string, progress: JobProgress | null) => void;
}

interface Running {
  readonly run: JobRun;
  progress: JobProgress | null;
  readonly end: AbortController;
}

/**
 * Takes jobs from the store up to the concurrency limit, renews their leases, runs their handlers and records how they
 * ended.
 */
export function startJobRuns(options: JobRunsOptions) {
  const { jobs, log, handlers, concurrency, leaseMilliseconds, retryDelay, began, progressed, ended } = options;
  const lookMilliseconds = leaseMilliseconds / LOOKS;
  const kinds = Object.keys(handlers) as JobKind[];
  const running = new Map<string, Running>();
  const underWay = new Set<Promise<void>>();
  let stopping = false;
  let looking: Promise<void> | null = null;
  let lookAgain = false;
  let timer: NodeJS.Timeout | null = null;
  let lookedAt = performance.now();
  // Detaches from the caller's async context.
  const apart = AsyncLocalStorage.snapshot();

  const report = ({ end }: Running, why: JobEnding): void => {
    if (!end.signal.aborted) end.abort(why);
  };

  const look = (): void => {
    if (stopping) return;
    lookAgain = true;
    looking ??= apart(keepLooking).finally(() => {
      looking = null;
      // Requested after the last poll and before this callback.
      if (lookAgain) look();
    });
  };

  async function keepLooking(): Promise<void> {
    let wait = lookMilliseconds;
    try {
      while (lookAgain) {
        lookAgain = false;
        await takeDue();
        lookedAt = performance.now();
      }
      if (running.size < concurrency)
        wait = Math.min(wait, Math.max(LEAST_MILLISECONDS, (await jobs.nextDue(kinds)) ?? wait));
    } catch (error) {
      log.warn({ err: error }, "jobs not taken");
    }
    if (timer !== null) clearTimeout(timer);
    timer = stopping ? null : setTimeout(look, wait);
  }

  async function takeDue(): Promise<void> {
    const free = concurrency - running.size;
    if (free <= 0 || stopping) return;
    // Leases of our own runs may have expired while the machine was asleep, which no process clock is sure to show.
    await renew();
    for (const run of await jobs.take(kinds, free, leaseMilliseconds)) {
      const lost = running.get(run.job.id);
      if (lost === undefined) begin(run);
      else await putOff(run, lost);
    }
  }

  /** Hands a job back until its lost run has ended in this process, too. */
  async function putOff(run: JobRun, lost: Running): Promise<void> {
    report(lost, "lost");
    await jobs.handBack(run, LOST_MILLISECONDS);
  }

  function begin(run: JobRun): void {
    const entry: Running = { run, progress: null, end: new AbortController() };
    running.set(run.job.id, entry);
    if (stopping) report(entry, "stopping");
    began();
    const work = finish(entry)
      .catch((error: unknown) =>
        log.error({ err: error, jobId: run.job.id, jobKind: run.job.kind }, "job not recorded"),
      )
      .finally(() => {
        running.delete(run.job.id);
        underWay.delete(work);
        look();
      });
    underWay.add(work);
  }

  async function finish(entry: Running): Promise<void> {
    const { run, end } = entry;
    const how = await observedAttempt(run.job, log, () => attempt(entry));
    const due = end.signal.aborted ? 0 : HELD_MILLISECONDS;
    await recorded<unknown>(end.signal, () => (how === null ? jobs.handBack(run, due) : jobs.end(run, how)));
    ended(run.job.id, entry.progress);
  }

  /**
   * Runs the handler once. Null if the process stops before the work is done, or a lost run still holds what it needs.
   */
  async function attempt(entry: Running): Promise<JobEnd | null> {
    const { run, end } = entry;
    const { job } = run;
    const reporter = createProgressReporter(entry);
    try {
      const outcome = await runHandler(handlers[job.kind], job, {
        id: job.id,
        attempt: job.attempts,
        isLast: job.attempts >= job.maxAttempts,
        isAfterLostRun: job.lostRuns > 0,
        signal: end.signal,
        progress: reporter.report,
      });
      const { message, result = null, nothing = false } = outcome;
      return { state: "done", message, result, nothing };
    } catch (thrown) {
      const why = end.signal.aborted ? (end.signal.reason as JobEnding) : null;
      if (thrown instanceof WorkHeld && why === null && job.lostRuns > 0) return null;
      const error: unknown = thrown instanceof WorkHeld ? thrown.cause : thrown;
      if (why === "stopping" && !(error instanceof HopelessJob)) return null;
      if (why === null && isUnforeseen(error)) log.error({ err: error }, "job failed");
      const isDead = error instanceof HopelessJob || job.attempts >= job.maxAttempts;
      return { state: "failed", error: jobError(error), retryAfter: isDead ? null : retryDelay(job.attempts) };
    } finally {
      await reporter.end();
    }
  }

  function createProgressReporter(entry: Running): {
    report: (progress: JobProgress) => void;
    end: () => Promise<void>;
  } {
    const over = new AbortController();
    let newest: JobProgress | null = null;
    let writing: Promise<void> | null = null;
    const write = async (): Promise<void> => {
      while (newest !== null && !over.signal.aborted) {
        const progress: JobProgress = newest;
        newest = null;
        entry.progress = progress;
        progressed(entry.run.job.id, progress);
        // Failing to store progress is no reason to end the job.
        await jobs
          .writeProgress(entry.run, progress)
          .catch((error: unknown) => log.debug({ err: error }, "progress lost"));
        await delay(PROGRESS_MILLISECONDS, undefined, { signal: over.signal }).catch(() => {});
      }
      writing = null;
    };
    return {
      report: (progress) => {
        newest = progress;
        writing ??= write();
      },
      async end() {
        over.abort();
        await writing;
      },
    };
  }

  /** Retries until the store is reachable, so that completed work isn't repeated. */
  async function recorded<T>(signal: AbortSignal, record: () => Promise<T>): Promise<T | null> {
    for (;;) {
      try {
        return await record();
      } catch (error) {
        if (!isStoreFailure(error)) throw error;
        if (stopping || signal.reason === "lost") return null;
        await delay(STORE_RETRY_MILLISECONDS);
      }
    }
  }

  const renew = async (): Promise<void> => {
    const held = [...running.values()];
    if (held.length === 0) return;
    const mayGoOn = await jobs.renew(
      held.map(({ run }) => run),
      leaseMilliseconds,
    );
    for (const entry of held) if (!mayGoOn.has(entry.run.job.id)) await notifyWhy(entry);
  };

  async function notifyWhy(entry: Running): Promise<void> {
    // It may have ended in the meantime; then there's nothing to check.
    if (running.get(entry.run.job.id) !== entry || entry.end.signal.aborted) return;
    const job = await jobs.get(entry.run.job.id);
    report(entry, job?.state === "cancelled" ? "canceled" : "lost");
  }

  const check = (): void => {
    // While the store is unreachable, no other process can take these jobs either.
    renew().catch((error: unknown) => log.debug({ err: error }, "leases not renewed"));
  };

  const renewal = setInterval(check, leaseMilliseconds / RENEWALS);
  look();

  return {
    /** Polls for jobs now. */
    look,
    /** Checks with the store whether this process's runs may continue. */
    check,
    /** Milliseconds since the last successful poll. */
    sinceLook: () => performance.now() - lookedAt,
    /** Notifies the job's run, if it is in this process, of the cancellation. */
    canceled(id: string): void {
      const entry = running.get(id);
      if (entry !== undefined) report(entry, "canceled");
    },
    async stop(): Promise<void> {
      stopping = true;
      if (timer !== null) clearTimeout(timer);
      await looking;
      if (timer !== null) clearTimeout(timer);
      for (const entry of running.values()) report(entry, "stopping");
      await Promise.all(underWay);
      clearInterval(renewal);
    },
  };
}

export type JobRuns = ReturnType<typeof startJobRuns>;

async function runHandler(
  handler: JobHandler | undefined,
  job: JobRecord,
  context: Parameters<JobHandler["run"]>[1],
): ReturnType<JobHandler["run"]> {
  // Only kinds with a handler are taken.
  if (handler === undefined) throw new HopelessJob(`This version of Winnow doesn't know the job "${job.kind}".`);
  const input = handler.input.safeParse(job.input);
  if (!input.success) {
    throw new HopelessJob("Another version of Winnow added this job in an unknown format. Start it again.", {
      cause: input.error,
    });
  }
  return handler.run(input.data, context);
}

/**
 * Runs one attempt of a job on behalf of the user who requested it, with the ids of the job and the request in its log,
 * a trace whose span links to the request's (OpenTelemetry, "Links between spans"), and its duration in the metrics.
 * `attempt` doesn't throw; null hands the job back.
 */
async function observedAttempt(
  job: JobRecord,
  log: Log,
  attempt: () => Promise<JobEnd | null>,
): Promise<JobEnd | null> {
  const { id, kind, by, requestId, traceparent, attempts } = job;
  const span = beginSpan(`job ${kind}`, {
    kind: "consumer",
    follows: traceparent,
    attributes: {
      "winnow.job_id": id,
      "winnow.job_kind": kind,
      "winnow.attempt": attempts,
      ...(requestId !== null && { "winnow.request_id": requestId }),
    },
  });
  const act = (): Promise<JobEnd | null> =>
    actAs({ by, userId: null, requestId, job: { id, kind } }, async () => {
      const startedAt = performance.now();
      log.debug({ attempt: attempts }, "job begins");
      const end = await attempt();
      const outcome = outcomeOf(end);
      const milliseconds = Math.round(performance.now() - startedAt);
      jobDuration.observe({ kind, outcome }, milliseconds / 1_000);
      if (end?.state === "failed") span?.fail(end.error.id);
      const level = outcome === "dead" ? "warn" : outcome === "failed" ? "info" : "debug";
      log[level]({ outcome, milliseconds, error: errorOf(end) }, "job ends");
      return end;
    });
  try {
    return await (span === null ? act() : span.within(act));
  } finally {
    span?.end();
  }
}

function outcomeOf(end: JobEnd | null): string {
  if (end === null) return "handed_back";
  if (end.state === "done") return end.nothing ? "nothing" : "done";
  return end.retryAfter === null ? "dead" : "failed";
}

function errorOf(end: JobEnd | null): string | undefined {
  return end?.state === "failed" ? end.error.id : undefined;
}
