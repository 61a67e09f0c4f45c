import type { JobKind, JobPage, JobProgress, JobQuery, JobState } from "#shared/contract/job.ts";

/** Sends messages between the job queues of every process on a store. */
export interface QueueChannel {
  publish(message: string): Promise<void>;
  /** Receives what any process published, and an empty message when some may have been missed. */
  subscribe(listener: (message: string) => void): () => void;
}

/** How an attempt failed; for an AppError its id and status, so that a waiting caller gets the same response. */
export interface JobError {
  id: string;
  status: number;
  /** For people. */
  message: string;
}

/** A stored job. All times are ISO 8601 UTC text. */
export interface JobRecord {
  id: string;
  kind: JobKind;
  key: string;
  title: string;
  input: unknown;
  state: JobState;
  progress: JobProgress | null;
  /** How often it was started, excluding runs that ended with their process. */
  attempts: number;
  /** How many runs in a row ended with their process. */
  lostRuns: number;
  maxAttempts: number;
  by: string;
  requestId: string | null;
  /** The span of that request if it was traced (W3C Trace Context). */
  traceparent: string | null;
  /** The handler's result; null until done. */
  result: unknown;
  /** The error of the last attempt. */
  error: JobError | null;
  message: string;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  nextAttempt: string | null;
  /** Whether a run is in progress, which may also be true of a canceled job. */
  isHeld: boolean;
}

export type JobToAdd = Pick<
  JobRecord,
  "kind" | "key" | "title" | "input" | "maxAttempts" | "by" | "requestId" | "traceparent"
> & {
  /** Null to run immediately. */
  notBefore: Date | null;
};

/** One run of a job. Reports from a run that another has taken over are ignored. */
export interface JobRun {
  readonly job: JobRecord;
  /** Identifies the run as the holder of its leases. */
  readonly token: string;
}

export type JobFigures = JobPage["counts"] & { oldestDue: string | null };

/** How an attempt ended. */
export type JobEnd =
  | { state: "done"; message: string; result: unknown; nothing: boolean }
  /** Retried after this many milliseconds; never when null. */
  | { state: "failed"; error: JobError; retryAfter: number | null };

/**
 * Stores jobs and hands each to one run at a time: no two runs hold the same key, even while one of them is canceled
 * and still winding down. A run that isn't renewed counts as lost: on SQLite after the given milliseconds, on
 * PostgreSQL when pg-boss misses its heartbeats.
 */
export interface JobStore extends QueueChannel {
  /**
   * Returns the open job with the same key instead, if there is one, with `created` false. Durable when it resolves.
   */
  add(job: JobToAdd): Promise<{ job: JobRecord; created: boolean }>;
  get(id: string): Promise<JobRecord | null>;
  /** The waiting, running or retrying job with this key. */
  openOfKey(key: string): Promise<JobRecord | null>;
  /** The newest started job of each key; of all reports, since each has its own key, only the newest. */
  latestRuns(keys: readonly string[]): Promise<JobRecord[]>;
  /** Newest first. Returns nothing for an invalid cursor. */
  list(query: JobQuery & { limit: number }): Promise<Pick<JobPage, "nextCursor"> & { jobs: JobRecord[] }>;
  figures(): Promise<JobFigures>;
  /** How many jobs of each kind are waiting, running, retrying and dead. */
  counts(): Promise<{ kind: string; state: JobState; count: number }[]>;
  /** Starts an attempt of due jobs, and of those whose run was lost, with leases of this many milliseconds. */
  take(kinds: readonly JobKind[], limit: number, leaseMilliseconds: number): Promise<JobRun[]>;
  /** Milliseconds until `take` may find one of these kinds; null when none is waiting. */
  nextDue(kinds: readonly JobKind[]): Promise<number | null>;
  /** Extends the runs' leases, counted from now. Returns the ids of the jobs whose run may continue. */
  renew(runs: readonly JobRun[], leaseMilliseconds: number): Promise<ReadonlySet<string>>;
  writeProgress(run: JobRun, progress: JobProgress): Promise<void>;
  /**
   * Ends a run and frees its key. For a canceled job, its result is stored. Null when another run holds the job by now,
   * or the job is waiting again.
   */
  end(run: JobRun, how: JobEnd): Promise<JobRecord | null>;
  /** Hands a run back without counting its attempt: it is due again after this many milliseconds. */
  handBack(run: JobRun, afterMilliseconds: number): Promise<void>;
  /** False when it was neither waiting nor running. The key of a running job stays taken until its run ends. */
  cancel(id: string): Promise<boolean>;
  /**
   * Requeues a dead or canceled job as new; null when it is neither. Rejects with job_waits when another job with its
   * key is open.
   */
  retry(id: string): Promise<JobRecord | null>;
  /** Deletes an ended job; false when it hasn't ended or its run is in progress. */
  drop(id: string): Promise<boolean>;
  /** Deletes jobs that ended before this time, and returns how many. */
  forget(before: Date): Promise<number>;
  close(): Promise<void>;
}
