import type { JobState } from "#shared/contract/job.ts";
import type { JobRecord } from "#server/db/jobs/job-types.ts";
import { rowCodec, stored, type StoredRow, type Table } from "#server/db/engine/table.ts";
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

const CODEC = rowCodec<Omit<JobRecord, "nextAttempt" | "isHeld">>({
  id: stored.id(),
  kind: stored.plain(),
  key: stored.plain(),
  title: stored.plain(),
  input: stored.json(),
  state: stored.plain(),
  progress: stored.json(),
  attempts: stored.plain(),
  lostRuns: stored.plain(),
  maxAttempts: stored.plain(),
  by: stored.plain("actor"),
  requestId: stored.plain(),
  traceparent: stored.plain(),
  result: stored.json(),
  error: stored.json(),
  message: stored.plain(),
  createdAt: stored.plain(),
  startedAt: stored.plain(),
  finishedAt: stored.plain(),
});

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
    mentioning: "redact",
  },
};
