import type { JobKind, JobProgress, JobState } from "#shared/contract/job.ts";
import type { JobError, JobRecord } from "#server/db/jobs/job-types.ts";
import { sql } from "#server/db/engine/sql.ts";

/** Waiting, running or retrying, worded exactly like the index of open jobs. */
export const IS_OPEN = sql`state in ('waiting', 'running', 'retrying')`;
/** Waiting for a run. */
export const WAITS = sql`state in ('waiting', 'retrying')`;

/** The columns that `jobOfRow` and deliveries read. */
export const COLUMNS = sql`id, kind, key, title, input, state, progress, attempts, lost_runs, max_attempts, actor, request_id,
  traceparent, result, error, message, created_at, started_at, finished_at, due_at, lease, delivery`;

/** PostgreSQL returns 64-bit integers as text. */
export interface JobRow {
  id: number | string;
  kind: string;
  key: string;
  title: string;
  input: string;
  state: string;
  progress: string | null;
  attempts: number;
  lost_runs: number;
  max_attempts: number;
  actor: string;
  request_id: string | null;
  traceparent: string | null;
  result: string | null;
  error: string | null;
  message: string;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  due_at: number | string;
  lease: string | null;
  delivery: string | null;
}

/** Converts a row of the `jobs` table; a null row means that a statement returned none, which is a bug. */
export function jobOfRow(row: JobRow | null): JobRecord {
  if (row === null) throw new Error("The statement answered no job.");
  // Only the job store writes these columns.
  const state = row.state as JobState;
  return {
    id: String(row.id),
    kind: row.kind as JobKind,
    key: row.key,
    title: row.title,
    input: JSON.parse(row.input) as unknown,
    state,
    progress: row.progress === null ? null : (JSON.parse(row.progress) as JobProgress),
    attempts: row.attempts,
    lostRuns: row.lost_runs,
    maxAttempts: row.max_attempts,
    by: row.actor,
    requestId: row.request_id,
    traceparent: row.traceparent,
    result: row.result === null ? null : (JSON.parse(row.result) as unknown),
    error: row.error === null ? null : (JSON.parse(row.error) as JobError),
    message: row.message,
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    nextAttempt: state === "waiting" || state === "retrying" ? new Date(Number(row.due_at)).toISOString() : null,
    isHeld: row.lease !== null,
  };
}
