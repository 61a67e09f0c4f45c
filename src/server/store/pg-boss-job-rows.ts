import { sql, type RawBuilder } from "kysely";
import type { JobKind, JobProgress, JobState } from "#shared/contract/job.ts";
import { interruptedTooOften } from "#server/store/job-attempts.ts";
import type { JobError, JobRecord, JobToAdd } from "#server/store/job-types.ts";
import { fromStored } from "#server/store/stored-text.ts";

/** What pg-boss calls the states; an index of its own keeps those up to `active` to one for each key. */
const STATES: Readonly<Record<string, JobState>> = {
  created: "waiting",
  retry: "retrying",
  active: "running",
  completed: "done",
  cancelled: "cancelled",
  failed: "dead",
};

/** What pg-boss calls a state, as a state of ours. */
export function stateOfBoss(name: string): JobState {
  // The column has no other.
  return STATES[name] as JobState;
}

export function bossStateOf(state: JobState): string {
  return Object.keys(STATES).find((name) => STATES[name] === state) ?? state;
}

export const IS_OPEN = sql`state < 'completed'`;
export const HAS_ENDED = sql`state >= 'completed'`;

/**
 * What a job is, in the column `data`. Its texts are JSON within a text, because jsonb can hold neither NUL nor half a
 * surrogate pair, not even escaped.
 */
export interface JobData {
  kind: JobKind;
  json: string;
}

type JobTexts = Pick<JobToAdd, "title" | "input" | "maxAttempts" | "by" | "requestId" | "traceparent">;

/** What became of it, in the column `output`. */
export interface JobOutput {
  progress?: JobProgress;
  message?: string;
  result?: unknown;
  error?: JobError;
}

export function dataOf({ kind, title, input, maxAttempts, by, requestId, traceparent }: JobToAdd): JobData {
  const texts: JobTexts = { title, input, maxAttempts, by, requestId, traceparent };
  return { kind, json: JSON.stringify(texts) };
}

/** The column `output`; `nothing` can be looked for. */
export function outputOf(output: JobOutput, nothing = false): string {
  return JSON.stringify({ json: JSON.stringify(output), ...(nothing && { nothing }) });
}

export type BossRow = [
  id: string,
  key: string,
  data: string,
  state: string,
  retryCount: number,
  created: Date,
  started: Date | null,
  completed: Date | null,
  startAfter: Date,
  output: string | null,
  isHeld: boolean,
  /** Where it stands in the list: microseconds since 1970. */
  createdMicroseconds: string,
];

/** What `jobOfRow` reads; `now` is the database's moment in milliseconds. */
export function columnsAt(now: RawBuilder<number>) {
  return sql`id, singleton_key, data::text, state::text, retry_count, created_on, started_on, completed_on, start_after,
    output::text, ${isHeld(now)}, (extract(epoch from created_on) * 1000000)::bigint::text`;
}

/** A run of the job is under way. */
export function isHeld(now: RawBuilder<number>) {
  return sql<boolean>`(state = 'active' or exists (select 1 from leases where leases.key = 'job:' || singleton_key
    and owner like job.id::text || ':%' and expires_at > ${now}))`;
}

export function jobOfRow(row: BossRow | undefined): JobRecord {
  if (row === undefined) throw new Error("The statement answered no job.");
  const [id, key, data, stateName, retryCount, created, started, completed, startAfter, outputText, held] = row;
  const { kind, json } = JSON.parse(fromStored(data)) as JobData;
  const { title, input = null, maxAttempts, by, requestId, traceparent } = JSON.parse(json) as JobTexts;
  const output = readOutput(outputText);
  const state = stateOfBoss(stateName);
  const attempts = retryCount + (started === null ? 0 : 1);
  const error = output.error ?? (state === "dead" ? interruptedTooOften(attempts) : null);
  const waits = state === "waiting" || state === "retrying";
  return {
    id,
    kind,
    key,
    title,
    input,
    state,
    progress: state === "running" ? (output.progress ?? null) : null,
    attempts,
    maxAttempts,
    by,
    requestId,
    traceparent,
    result: output.result ?? null,
    error,
    message: output.message ?? error?.message ?? (state === "cancelled" ? "Cancelled" : ""),
    createdAt: created.toISOString(),
    startedAt: started?.toISOString() ?? null,
    finishedAt: completed?.toISOString() ?? null,
    nextAttempt: waits ? startAfter.toISOString() : null,
    isHeld: held,
  };
}

/** Of pg-boss's own making where it found a run without a heartbeat. */
function readOutput(text: string | null): JobOutput {
  const { json = "{}" } = JSON.parse(fromStored(text ?? "{}")) as { json?: string };
  return JSON.parse(json) as JobOutput;
}
