import type { z } from "zod";
import type { JobKind, JobPage, JobProgress, JobQuery } from "#shared/contract/job.ts";
import type { JobFigures, JobRecord } from "#server/store/job-types.ts";

export type { JobRecord } from "#server/store/job-types.ts";

/** A job to be done. It is durable when `add` resolves. */
export interface NewJob {
  kind: JobKind;
  /** While one of the same key waits or runs there is no second: "scrape:12", "report:daily:2026-11-22". */
  key: string;
  title: string;
  /** JSON; the handler's schema reads it. Ids, never secrets and no more personal data than needed. */
  input: unknown;
  /** Not before; at once when left out. */
  notBefore?: Date;
  /** Tries in all before it is dead, `LIMITS.job.attempts` when left out; 1 for what a person waits for and can press again. */
  maxAttempts?: number;
}

/** Why a run is told to end: a person cancelled it, another process may have taken it over, or this process stops. */
export type JobEnding = "cancelled" | "lost" | "stopping";

/** What a handler works with. */
export interface JobContext {
  id: string;
  /** 1 at first. After a SIGKILL the next one goes on: effects are idempotent. */
  attempt: number;
  /** No attempt follows this one, should it fail. */
  isLast: boolean;
  /** Aborted when the job is to end; its reason is a `JobEnding`. */
  signal: AbortSignal;
  /** Tells how far it is; kept at most once a second, so it may be called for every row. */
  progress(progress: JobProgress): void;
}

/** What a handler answers: a sentence for people and what whoever waits gets. */
export interface JobOutcome {
  message: string;
  result?: unknown;
  /** Nothing was due or left to do: kept no longer than the next run, so that the list shows what mattered. */
  nothing?: boolean;
}

export interface JobHandler<Input = unknown> {
  input: z.ZodType<Input>;
  run(input: Input, context: JobContext): Promise<JobOutcome>;
}

export type JobHandlers = { readonly [K in JobKind]?: JobHandler };

/**
 * Thrown by a handler when another try would fail alike: dead at once, even where the process stops, with the id and
 * status of an AppError that is its cause.
 */
export class HopelessJob extends Error {
  override name = "HopelessJob";
}

/**
 * Durable jobs: one interface, two engines. At least once; one run per key at a time among all processes; retries with
 * exponential backoff and full jitter; the last failure leaves a dead job that a person retries or drops.
 */
export interface JobQueue {
  /** Adds a job on behalf of whoever acts. With one of its key waiting, running or retrying: that one, `created` false. */
  add(job: NewJob): Promise<{ job: JobRecord; created: boolean }>;
  get(id: string): Promise<JobRecord | null>;
  /** The one of this key that waits, runs or retries; null when none does. */
  ofKey(key: string): Promise<JobRecord | null>;
  list(query: JobQuery): Promise<Omit<JobPage, "jobs"> & { jobs: JobRecord[] }>;
  /**
   * The job once it is done, dead or cancelled and no run of it is under way, in whatever process that was. Rejects when
   * `signal` aborts, with stopping when this process stops first, and with not_found when it was forgotten.
   */
  ended(id: string, signal: AbortSignal): Promise<JobRecord>;
  /**
   * False when it neither waited nor ran. A run is told by its signal and its job is `cancelled` from now on; what its
   * handler then answers is kept as the result, for whoever waits.
   */
  cancel(id: string): Promise<boolean>;
  /** A dead or cancelled job waits again, its attempts counted anew; null when it is in no such state. */
  retry(id: string): Promise<JobRecord | null>;
  /** Forgets a job that has ended; false when it has not. */
  drop(id: string): Promise<boolean>;
  /** How many wait, run, retry and are dead, and since when the oldest that is due waits; null when none is. */
  figures(): Promise<JobFigures>;
  /** Forgets what ended before this time. Answers how many. */
  forget(before: Date): Promise<number>;
  /** Takes jobs from now on, as many at once as `concurrency`. */
  start(handlers: JobHandlers, concurrency: number): void;
  /** Milliseconds since this process last looked for jobs and the store answered; null where it takes none. */
  sinceLook(): number | null;
  /** Takes no more; resolves when those under way have ended or handed back. */
  stop(): Promise<void>;
}
