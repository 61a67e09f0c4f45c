import type { JobKind, JobPage, JobProgress, JobState } from "#shared/contract/job.ts";
import { type RecordOf, rowCodec, stored, type StoredRow, type Table } from "#server/db/engine/table.ts";
import { sql } from "#server/db/engine/sql.ts";

/** Waiting, running or retrying, worded exactly like the index of open jobs. */
export const IS_OPEN = sql`state in ('waiting', 'running', 'retrying')`;
/** Waiting for a run. */
export const WAITS = sql`state in ('waiting', 'retrying')`;

/** The columns that `jobOfRow` and deliveries read. */
export const COLUMNS = sql`id, kind, key, title, input, state, progress, attempts, lost_runs, max_attempts, actor, request_id,
  traceparent, result, error, message, created_at, started_at, finished_at, due_at, lease, delivery`;

/** PostgreSQL returns 64-bit integers as text. */
export type JobRow = StoredRow & {
  id: number | string;
  key: string;
  state: JobState;
  lost_runs: number;
  title: string;
  due_at: number | string;
  lease: string | null;
  delivery: string | null;
};

/** How an attempt failed; for an AppError its id and status, so that a waiting caller gets the same response. */
export interface JobError {
  id: string;
  status: number;
  /** For people. */
  message: string;
}

const CODEC = rowCodec({
  id: stored.id(),
  kind: stored.plain<JobKind>(),
  key: stored.plain<string>(),
  title: stored.plain<string>(),
  input: stored.json<unknown>(),
  state: stored.plain<JobState>(),
  progress: stored.json<JobProgress | null>(),
  /** How often it was started, excluding runs that ended with their process. */
  attempts: stored.plain<number>(),
  /** How many runs in a row ended with their process. */
  lostRuns: stored.plain<number>(),
  maxAttempts: stored.plain<number>(),
  by: stored.plain<string>("actor"),
  requestId: stored.plain<string | null>(),
  /** The span of that request if it was traced (W3C Trace Context). */
  traceparent: stored.plain<string | null>(),
  /** The handler's result; null until done. */
  result: stored.json<unknown>(),
  /** The error of the last attempt. */
  error: stored.json<JobError | null>(),
  message: stored.plain<string>(),
  createdAt: stored.plain<string>(),
  startedAt: stored.plain<string | null>(),
  finishedAt: stored.plain<string | null>(),
});

/** A stored job. All times are ISO 8601 UTC text. */
export interface JobRecord extends RecordOf<typeof CODEC> {
  nextAttempt: string | null;
  /** Whether a run is in progress, which may also be true of a canceled job. */
  isHeld: boolean;
}

/** Converts a row of the `jobs` table; a null row means that a statement returned none, which is a bug. */
export function jobOfRow(row: JobRow | null): JobRecord {
  if (row === null) throw new Error("The statement answered no job.");
  const waits = row.state === "waiting" || row.state === "retrying";
  return {
    ...CODEC.toRecord(row),
    nextAttempt: waits ? new Date(Number(row.due_at)).toISOString() : null,
    isHeld: row.lease !== null,
  };
}

/** Jobs, whose titles and results may name people. */
export const JOBS: Table = {
  name: "jobs",
  backup: { skip: "run by processes that run now; unfinished work adds them again" },
  // The title of an import names a file.
  seen: { where: "(seen.kind <> 'import' or seen.actor = :username)" },
  people: {
    kind: "Jobs",
    key: ["id"],
    texts: ["title", "input", "progress", "result", "error", "message"],
    hidden: ["lease", "delivery"],
    ofPerson: "redact",
  },
};

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
