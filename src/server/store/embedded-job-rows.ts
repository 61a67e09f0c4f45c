import { sql, type RawBuilder } from "kysely";
import type { JobKind, JobProgress, JobState } from "#shared/contract/job.ts";
import { LIMITS } from "#shared/limits.ts";
import { CLOCK_DIFFERENCE_MILLISECONDS } from "#server/platform/clock.ts";
import type { JobError, JobRecord } from "#server/store/job-types.ts";

/** Waits, runs or retries, as the index of open jobs says it. */
export const IS_OPEN = sql`state in ('waiting', 'running', 'retrying')`;

const LONGEST_RETRY_MILLISECONDS = LIMITS.job.longestRetrySeconds * 1_000;

/**
 * Waits or retries and may be run at this moment in milliseconds. When it is due does not count where the clock has been
 * put back since that was noted: the job was asked for at a moment yet to come, or would pause longer than any does.
 */
export function isDueAt(now: number) {
  const ahead = now + CLOCK_DIFFERENCE_MILLISECONDS;
  return sql`(state in ('waiting', 'retrying') and (due_at <= ${now} or created_at > ${new Date(ahead).toISOString()}
    or (started_at is not null and due_at > ${ahead + LONGEST_RETRY_MILLISECONDS})))`;
}

/** What `jobOfRow` reads; `leaseNow` is the moment by which leases run out. */
export function columnsAt(leaseNow: RawBuilder<number>) {
  return sql`id, kind, key, title, input, state, progress, attempts, max_attempts, actor, request_id, traceparent, result, error,
    message, created_at, started_at, finished_at, due_at,
    (lease is not null and lease_ends > ${leaseNow}) as is_held`;
}

export interface JobRow {
  id: number;
  kind: string;
  key: string;
  title: string;
  input: string;
  state: string;
  progress: string | null;
  attempts: number;
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
  due_at: number;
  is_held: number;
}

/** A row of the table `jobs`; null is a row that the statement did not answer, which is an error of this program. */
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
    nextAttempt: state === "waiting" || state === "retrying" ? new Date(row.due_at).toISOString() : null,
    isHeld: row.is_held === 1,
  };
}
