import type { JobWithMetadata, PgBoss } from "pg-boss";
import type { JobKind, JobState } from "#shared/contract/job.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import type { JobDelivery } from "#server/db/jobs/job-delivery.ts";
import { COLUMNS, IS_OPEN, type JobRow, type JobError, type JobToAdd } from "#server/db/jobs/job-records.ts";
import { stoppedTooOften } from "#server/db/jobs/retry-delay.ts";
import { fromStored } from "#server/db/engine/stored-text.ts";
import { asking, first, run, sql } from "#server/db/engine/sql.ts";

/** The queue of version 0.1, which held all of a job's data. */
const EARLIER_QUEUE = "work";
/** A live process of version 0.1 touches its jobs more often than this. */
const UNTOUCHED_MILLISECONDS = 30_000;
const ADOPTION_LOCK = 7_467;
const STATES: Readonly<Record<string, JobState>> = { completed: "done", cancelled: "cancelled", failed: "dead" };

interface EarlierData {
  kind: JobKind;
  json: string;
}
type EarlierTexts = Pick<JobToAdd, "title" | "input" | "maxAttempts" | "by" | "requestId" | "traceparent">;
interface EarlierOutput {
  json?: string;
  nothing?: boolean;
  lostRuns?: number;
}

interface Adopting {
  engine: Engine;
  boss: PgBoss;
  offer: JobDelivery["offer"];
  signal: AbortSignal;
  untouchedMilliseconds?: number;
}

/** Moves jobs from version 0.1's queue into the jobs table; unfinished jobs start over. */
export async function adoptEarlierJobs({
  engine,
  boss,
  offer,
  signal,
  untouchedMilliseconds = UNTOUCHED_MILLISECONDS,
}: Adopting): Promise<void> {
  if ((await boss.getQueue(EARLIER_QUEUE)) === null) return;
  const jobs = await boss.findJobs<EarlierData>(EARLIER_QUEUE);
  const left = jobs
    .filter((job) => lastTouched(job) < Date.now() - untouchedMilliseconds)
    .toSorted((one, other) => one.createdOn.getTime() - other.createdOn.getTime());
  for (const job of left) {
    if (signal.aborted) return;
    await engine.transact(function* () {
      // Another process may be moving them at the same time.
      yield* run(sql`select pg_advisory_xact_lock(${ADOPTION_LOCK})`);
      if ((yield* asking((db) => boss.findJobs(EARLIER_QUEUE, { id: job.id, db }))).length === 0) return;
      yield* asking((db) => boss.deleteJob(EARLIER_QUEUE, job.id, { db }));
      const row = yield* first(inserted(job));
      if (row === null) return;
      if (row.state === "waiting") yield* offer(row);
      yield* run(sql`update schedule_runs set job_id = ${String(row.id)} where job_id = ${job.id}`);
    });
  }
}

function lastTouched({ state, startAfter, startedOn, heartbeatOn, completedOn }: JobWithMetadata): number {
  if (state === "created" || state === "retry") return startAfter.getTime();
  return (completedOn ?? heartbeatOn ?? startedOn).getTime();
}

function inserted(job: JobWithMetadata<EarlierData>) {
  const { data, output, singletonKey, createdOn, startedOn, completedOn, startAfter, retryCount } = job;
  const of = JSON.parse(fromStored(data.json)) as EarlierTexts;
  const { json = "{}", nothing = false, lostRuns = 0 } = (output ?? {}) as EarlierOutput;
  const ended = JSON.parse(fromStored(json)) as { message?: string; result?: unknown; error?: JobError };
  const state = STATES[job.state] ?? "waiting";
  const hasEnded = state !== "waiting";
  const error = ended.error ?? (state === "dead" ? stoppedTooOften(lostRuns) : null);
  const message = ended.message ?? error?.message ?? (state === "cancelled" ? "Canceled" : "");
  return sql<JobRow>`
    insert into jobs (kind, key, title, input, state, attempts, max_attempts, actor, request_id, traceparent, result, error,
      message, is_nothing, created_at, started_at, finished_at, due_at)
    values (${data.kind}, ${singletonKey}, ${of.title}, ${JSON.stringify(of.input ?? null)}, ${state},
      ${hasEnded ? retryCount + (startedOn === null ? 0 : 1) : 0}, ${of.maxAttempts}, ${of.by}, ${of.requestId}, ${of.traceparent},
      ${hasEnded ? JSON.stringify(ended.result ?? null) : null}, ${hasEnded && error !== null ? JSON.stringify(error) : null},
      ${hasEnded ? message : ""}, ${nothing}, ${createdOn.toISOString()}, ${startedOn?.toISOString() ?? null},
      ${completedOn?.toISOString() ?? null}, ${startAfter.getTime()})
    on conflict (key) where ${IS_OPEN} do nothing returning ${COLUMNS}`;
}
