import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as delay } from "node:timers/promises";
import type { JobKind, JobProgress } from "#shared/contract/job.ts";
import { isStoreFailure } from "#server/platform/errors.ts";
import type { Log } from "#server/platform/log.ts";
import { isUnforeseen, jobError } from "#server/queue/job-failure.ts";
import { HopelessJob, type JobEnding, type JobHandler, type JobHandlers } from "#server/queue/job-queue.ts";
import { observedAttempt } from "#server/queue/observed-attempt.ts";
import type { JobEnd, JobRecord, JobRun, JobStore } from "#server/store/job-types.ts";

/** A lease is renewed so often within its time that one late renewal loses nothing. */
const RENEWALS = 3;
/** Jobs are told of; looking for them so often within a lease is for what was told while nobody could hear. */
const LOOKS = 2;
/** So long a job waits of which this process has yet to end a run that it lost. */
const LOST_MILLISECONDS = 1_000;
/** What is due and was not taken is being taken by somebody else. */
const LEAST_MILLISECONDS = 50;
const PROGRESS_MILLISECONDS = 1_000;
const STORE_RETRY_MILLISECONDS = 1_000;

export interface JobRunsOptions {
  jobs: JobStore;
  log: Log;
  handlers: JobHandlers;
  /** How many at once. */
  concurrency: number;
  /** What a process that died held is free again after this long. */
  leaseMilliseconds: number;
  /** Milliseconds until the next attempt after this one. */
  retryDelay: (attempt: number) => number;
  began: () => void;
  progressed: (id: string, progress: JobProgress) => void;
  /** Is told of a run that ended, with the last it said of how far it was. */
  ended: (id: string, progress: JobProgress | null) => void;
}

/** The jobs that this process runs. */
export interface JobRuns {
  /** Looks for jobs now. */
  look(): void;
  /** Tells the run of a job, if it is here, that it was cancelled. */
  cancelled(id: string): void;
  /** Checks by the store whether the runs of this process may go on. */
  check(): void;
  /** Milliseconds since it last looked for jobs and the store answered. */
  sinceLook(): number;
  stop(): Promise<void>;
}

interface Running {
  readonly run: JobRun;
  progress: JobProgress | null;
  readonly end: AbortController;
}

/** Takes jobs from the store, as many at once as there may be, holds them, runs their handlers and says how they ended. */
export function startJobRuns(options: JobRunsOptions): JobRuns {
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
  // Whoever has it look goes on with something else: what is done from then on is not done for them.
  const apart = AsyncLocalStorage.snapshot();

  const tell = ({ end }: Running, why: JobEnding): void => {
    if (!end.signal.aborted) end.abort(why);
  };

  const look = (): void => {
    if (stopping) return;
    lookAgain = true;
    looking ??= apart(keepLooking).finally(() => (looking = null));
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
    // While the machine slept, which no clock of a process has to tell, leases may have run out that are still its own.
    await renew();
    for (const run of await jobs.take(kinds, free, leaseMilliseconds)) {
      const lost = running.get(run.job.id);
      if (lost === undefined) begin(run);
      else await putOff(run, lost);
    }
  }

  /** Gives a job back until the run that was lost of it has ended here, too. */
  async function putOff(run: JobRun, lost: Running): Promise<void> {
    tell(lost, "lost");
    await jobs.handBack(run, LOST_MILLISECONDS);
  }

  function begin(run: JobRun): void {
    const entry: Running = { run, progress: null, end: new AbortController() };
    running.set(run.job.id, entry);
    if (stopping) tell(entry, "stopping");
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
    await recorded<unknown>(end.signal, () => (how === null ? jobs.handBack(run, 0) : jobs.end(run, how)));
    ended(run.job.id, entry.progress);
  }

  /** Runs the handler once. Null when the process stops before it has done its work. */
  async function attempt(entry: Running): Promise<JobEnd | null> {
    const { run, end } = entry;
    const { job } = run;
    const teller = progressTeller(entry);
    try {
      const outcome = await runHandler(handlers[job.kind], job, {
        id: job.id,
        attempt: job.attempts,
        isLast: job.attempts >= job.maxAttempts,
        signal: end.signal,
        progress: teller.tell,
      });
      const { message, result = null, nothing = false } = outcome;
      return { state: "done", message, result, nothing };
    } catch (error) {
      const why = end.signal.aborted ? (end.signal.reason as JobEnding) : null;
      if (why === "stopping" && !(error instanceof HopelessJob)) return null;
      if (why === null && isUnforeseen(error)) log.error({ err: error }, "job failed");
      const isDead = error instanceof HopelessJob || job.attempts >= job.maxAttempts;
      return { state: "failed", error: jobError(error), retryAfter: isDead ? null : retryDelay(job.attempts) };
    } finally {
      await teller.end();
    }
  }

  function progressTeller(entry: Running): { tell: (progress: JobProgress) => void; end: () => Promise<void> } {
    const over = new AbortController();
    let newest: JobProgress | null = null;
    let writing: Promise<void> | null = null;
    const write = async (): Promise<void> => {
      while (newest !== null && !over.signal.aborted) {
        const progress: JobProgress = newest;
        newest = null;
        entry.progress = progress;
        progressed(entry.run.job.id, progress);
        // That it cannot be kept is no reason to end the job.
        await jobs
          .tellProgress(entry.run, progress)
          .catch((error: unknown) => log.debug({ err: error }, "progress lost"));
        await delay(PROGRESS_MILLISECONDS, undefined, { signal: over.signal }).catch(() => {});
      }
      writing = null;
    };
    return {
      tell: (progress) => {
        newest = progress;
        writing ??= write();
      },
      async end() {
        over.abort();
        await writing;
      },
    };
  }

  /** Says it once more, and again, while the store cannot be reached: what was done is not to be done twice. */
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
    for (const entry of held) if (!mayGoOn.has(entry.run.job.id)) await tellWhy(entry);
  };

  async function tellWhy(entry: Running): Promise<void> {
    // It may have ended meanwhile, which is no reason to ask.
    if (running.get(entry.run.job.id) !== entry || entry.end.signal.aborted) return;
    const job = await jobs.get(entry.run.job.id);
    tell(entry, job?.state === "cancelled" ? "cancelled" : "lost");
  }

  const check = (): void => {
    // Where the store cannot be reached, nobody else can take what is held here.
    renew().catch((error: unknown) => log.debug({ err: error }, "leases not renewed"));
  };

  const renewal = setInterval(check, leaseMilliseconds / RENEWALS);
  look();

  return {
    look,
    check,
    sinceLook: () => performance.now() - lookedAt,
    cancelled(id) {
      const entry = running.get(id);
      if (entry !== undefined) tell(entry, "cancelled");
    },
    async stop() {
      stopping = true;
      if (timer !== null) clearTimeout(timer);
      await looking;
      if (timer !== null) clearTimeout(timer);
      for (const entry of running.values()) tell(entry, "stopping");
      await Promise.all(underWay);
      clearInterval(renewal);
    },
  };
}

async function runHandler(
  handler: JobHandler | undefined,
  job: JobRecord,
  context: Parameters<JobHandler["run"]>[1],
): ReturnType<JobHandler["run"]> {
  // Only kinds with a handler are taken.
  if (handler === undefined) throw new HopelessJob(`This version of Winnow knows no job "${job.kind}".`);
  const input = handler.input.safeParse(job.input);
  if (!input.success) {
    throw new HopelessJob("Another version of Winnow asked for this in a way that this one does not know. Ask again.", {
      cause: input.error,
    });
  }
  return handler.run(input.data, context);
}
