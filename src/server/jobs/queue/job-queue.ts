import type { z } from "zod";
import type { JobKind, JobPage, JobProgress, JobQuery } from "#shared/contract/job.ts";
import type { AppError } from "#server/platform/errors.ts";
import type { JobFigures, JobRecord } from "#server/db/jobs/job-records.ts";

export type { JobRecord } from "#server/db/jobs/job-records.ts";

/** A job to add. It's durable once `add` resolves. */
export interface NewJob {
  kind: JobKind;
  /** At most one job per key waits or runs at a time: "scrape:12", "report:daily:2026-11-22". */
  key: string;
  title: string;
  /** JSON, validated by the handler's schema. Ids, never secrets, and as little personal data as possible. */
  input: unknown;
  /** The earliest start; immediately if omitted. */
  notBefore?: Date;
  /**
   * Maximum attempts before the job is dead, `LIMITS.job.attempts` by default; 1 for a job that a user waits for and
   * can start again.
   */
  maxAttempts?: number;
}

/** Why a run must end: a user canceled it, another process may have taken it over, or this process is stopping. */
export type JobEnding = "canceled" | "lost" | "stopping";

/** What a handler gets for a run. */
export interface JobContext {
  id: string;
  /** Starts at 1, and again after a SIGKILL: the next run continues the work, so effects must be idempotent. */
  attempt: number;
  /** Whether this is the last attempt if it fails. */
  isLast: boolean;
  /** Whether the run before this one ended with its process. */
  isAfterLostRun: boolean;
  /** Aborted when the job must end; its reason is a `JobEnding`. */
  signal: AbortSignal;
  /** Reports progress; stored at most once a second, so it may be called for every row. */
  progress(progress: JobProgress): void;
}

/** What a handler returns: a message for users and the result for waiting callers. */
export interface JobOutcome {
  message: string;
  result?: unknown;
  /** Nothing was due or left to do: dropped at the next run, so that the list shows only relevant jobs. */
  nothing?: boolean;
}

export interface JobHandler<Input = unknown> {
  input: z.ZodType<Input>;
  run(input: Input, context: JobContext): Promise<JobOutcome>;
}

export type JobHandlers = { readonly [K in JobKind]?: JobHandler };

/**
 * Thrown by a handler when retrying can't help: the job is dead immediately, even when the process is stopping, with
 * the id and status of its cause if that is an AppError.
 */
export class HopelessJob extends Error {
  override name = "HopelessJob";
}

/**
 * Thrown by a handler when another run still holds what it needs; its cause is the error shown to users. After a lost
 * run the job waits for it, since that run most likely holds it.
 */
export class WorkHeld extends Error {
  override name = "WorkHeld";
  override readonly cause: AppError;

  constructor(cause: AppError) {
    super(cause.message);
    this.cause = cause;
  }
}

/**
 * Durable jobs: one interface, two engines. At least once; one run per key at a time among all processes; retries with
 * exponential backoff and full jitter; the last failure leaves a dead job that a user can retry or delete.
 */
export interface JobQueue {
  /**
   * Adds a job for the current actor. Returns an existing job of the same key that waits, runs or retries instead, with
   * `created` false.
   */
  add(job: NewJob): Promise<{ job: JobRecord; created: boolean }>;
  get(id: string): Promise<JobRecord | null>;
  /** The job of this key that waits, runs or retries; null if there is none. */
  ofKey(key: string): Promise<JobRecord | null>;
  /** The newest started job of each key; of all reports, since each has its own key, only the newest. */
  latestRuns(keys: readonly string[]): Promise<JobRecord[]>;
  list(query: JobQuery): Promise<Omit<JobPage, "jobs"> & { jobs: JobRecord[] }>;
  /**
   * Resolves with the job once it is done, dead or canceled and none of its runs is active in any process. Rejects when
   * `signal` aborts, with stopping if this process stops first, and with not_found if the job was deleted.
   */
  ended(id: string, signal: AbortSignal): Promise<JobRecord>;
  /**
   * Cancels a job; false if it's neither waiting nor running. A run is notified by its signal and the job is
   * `cancelled` from now on; what its handler still returns is stored as the result for waiting callers.
   */
  cancel(id: string): Promise<boolean>;
  /** Requeues a dead or canceled job with its attempts reset; null if it's in another state. */
  retry(id: string): Promise<JobRecord | null>;
  /** Deletes a job that has ended; false if it hasn't. */
  drop(id: string): Promise<boolean>;
  /**
   * How many jobs wait, run, retry and are dead, and since when the oldest due job has been waiting; null if none is.
   */
  figures(): Promise<JobFigures>;
  /** Deletes jobs that ended before this time. Returns how many. */
  forget(before: Date): Promise<number>;
  /** Starts running jobs, at most `concurrency` at a time. */
  start(handlers: JobHandlers, concurrency: number): void;
  /** Milliseconds since this process last polled the store successfully; null if it runs no jobs. */
  sinceLook(): number | null;
  /** Stops taking jobs; resolves when running ones have ended or been handed back. */
  stop(): Promise<void>;
}
