import type { JobKind, JobPage, JobProgress, JobState } from "#shared/contract/job.ts";

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
