import type { JobKind, JobPage, JobProgress, JobQuery, JobState } from "#shared/contract/job.ts";

/** How a try failed; of an AppError its id and status, so that whoever waits can be answered alike. */
export interface JobError {
  id: string;
  status: number;
  /** For people. */
  message: string;
}

/** A job as it is kept. All times are ISO 8601 UTC text. */
export interface JobRecord {
  id: string;
  kind: JobKind;
  key: string;
  title: string;
  input: unknown;
  state: JobState;
  progress: JobProgress | null;
  /** How often it was begun. */
  attempts: number;
  maxAttempts: number;
  by: string;
  requestId: string | null;
  /** The span of that request where it was traced (W3C Trace Context). */
  traceparent: string | null;
  /** What the handler answered; null until done. */
  result: unknown;
  /** How the last attempt failed. */
  error: JobError | null;
  message: string;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  nextAttempt: string | null;
  /** Whether a run of it is under way; so it may be of one that is cancelled. */
  isHeld: boolean;
}

export type JobToAdd = Pick<
  JobRecord,
  "kind" | "key" | "title" | "input" | "maxAttempts" | "by" | "requestId" | "traceparent"
> & {
  /** Null for at once. */
  notBefore: Date | null;
};

/** One run of a job: what is told of a run that another has taken over, changes nothing. */
export interface JobRun {
  readonly job: JobRecord;
  /** Names the run as the holder of its leases. */
  readonly token: string;
}

export type JobFigures = JobPage["counts"] & { oldestDue: string | null };

/** How an attempt ended. */
export type JobEnd =
  | { state: "done"; message: string; result: unknown; nothing: boolean }
  /** Another attempt follows after so many milliseconds; never, where that is null. */
  | { state: "failed"; error: JobError; retryAfter: number | null };

/**
 * Keeps jobs and hands each to one run at a time: no two runs hold the same key, also while one of them has been
 * cancelled and is on its way to its end. A run is held by a lease that runs out unless it is renewed.
 */
export interface JobStore {
  /** With one of its key waiting, running or retrying: that one, `created` false. Durable when it resolves. */
  add(job: JobToAdd): Promise<{ job: JobRecord; created: boolean }>;
  get(id: string): Promise<JobRecord | null>;
  /** The one of this key that waits, runs or retries. */
  openOfKey(key: string): Promise<JobRecord | null>;
  /** Newest first. A cursor that is none finds nothing. */
  list(query: JobQuery & { limit: number }): Promise<Pick<JobPage, "nextCursor"> & { jobs: JobRecord[] }>;
  figures(): Promise<JobFigures>;
  /** How many wait, run, retry and are dead, of each kind. */
  counts(): Promise<{ kind: string; state: JobState; count: number }[]>;
  /** Begins an attempt of jobs that are due, and of those whose run was lost, for so many milliseconds. */
  take(kinds: readonly JobKind[], limit: number, leaseMilliseconds: number): Promise<JobRun[]>;
  /** Milliseconds until `take` may find one of these kinds; null when none waits. */
  nextDue(kinds: readonly JobKind[]): Promise<number | null>;
  /** Holds runs for so long from now on. Answers the ids of the jobs whose run may go on. */
  renew(runs: readonly JobRun[], leaseMilliseconds: number): Promise<ReadonlySet<string>>;
  tellProgress(run: JobRun, progress: JobProgress): Promise<void>;
  /**
   * Ends a run and frees its key. Of one that was cancelled, what it has done is kept. Null when it is another's by now,
   * or the job waits again.
   */
  end(run: JobRun, how: JobEnd): Promise<JobRecord | null>;
  /** Gives a run back, its attempt not counted: it is due again after so many milliseconds. */
  handBack(run: JobRun, afterMilliseconds: number): Promise<void>;
  /** False when it neither waited nor ran. The key of one that ran is free when its run has ended. */
  cancel(id: string): Promise<boolean>;
  /** One that is dead or cancelled waits again as if new; null when it is not. Rejects with job_waits when another of its key does. */
  retry(id: string): Promise<JobRecord | null>;
  /** Forgets one that has ended; false when it has not, or its run is under way. */
  drop(id: string): Promise<boolean>;
  /** Forgets what ended before this time, and answers how many. */
  forget(before: Date): Promise<number>;
  /** Tells the queues of every process on this store. */
  publish(message: string): Promise<void>;
  /** Hears what any of them published, and an empty message when some may have been missed. */
  subscribe(listener: (message: string) => void): () => void;
  close(): Promise<void>;
}
