import type { JobKind, JobPage, JobProgress, JobQuery, JobState } from "#shared/contract/job.ts";
import type { Clock } from "#server/platform/clock.ts";
import { conflict, type AppError } from "#server/platform/errors.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import type { Claim, JobDelivery } from "#server/db/jobs/job-delivery.ts";
import {
  COLUMNS,
  IS_OPEN,
  jobOfRow,
  WAITS,
  type JobRow,
  type JobEnd,
  type JobFigures,
  type JobRecord,
  type JobRun,
  type JobToAdd,
} from "#server/db/jobs/job-records.ts";
import { restAfter, stoppedTooOften } from "#server/db/jobs/retry-delay.ts";
import { all, allIds, exists, first, isRowId, run, sql, type Work } from "#server/db/engine/sql.ts";

/** Clears the columns that are only set during a run. */
const LET_GO = sql`lease = null, lease_ends = null, progress = null`;
const ADD_TRIES = 10;
/** Delay of a lost job whose kind only other processes know. */
const UNKNOWN_MILLISECONDS = 1_000;

/**
 * Stores jobs in the table that both people and deliveries read, and hands each to one run at a time: no two runs hold
 * the same key, even while one of them is canceled and still winding down. A run that isn't renewed counts as lost: on
 * SQLite after the given milliseconds, on PostgreSQL when pg-boss misses its heartbeats.
 */
export function jobStore(engine: Engine, clock: Clock, delivery: JobDelivery) {
  const text = (): string => clock().toISOString();
  const now = () => engine.sql.now();
  const dueIn = (milliseconds: number) => sql`${now()} + ${Math.round(milliseconds)}`;

  const change = async <T>(work: () => Work<T>): Promise<T> => {
    await delivery.ready();
    return engine.transact(work);
  };

  function* one(id: string): Work<JobRow | null> {
    return isRowId(id) ? yield* first(sql<JobRow>`select ${COLUMNS} from jobs where id = ${id}`) : null;
  }

  function* openOf(key: string): Work<JobRow | null> {
    return yield* first(sql<JobRow>`select ${COLUMNS} from jobs where key = ${key} and ${IS_OPEN}`);
  }

  /** Records the outcome of a run that still holds its job. */
  function* writeEnd({ job, token }: JobRun, how: JobEnd): Work<JobRow | null> {
    const holds = sql`id = ${job.id} and lease = ${token} and state = 'running'`;
    if (how.state === "failed") {
      const { error, retryAfter } = how;
      const state = retryAfter === null ? "dead" : "retrying";
      const failed = yield* first(sql<JobRow>`
        update jobs set state = ${state}, error = ${JSON.stringify(error)}, message = ${error.message}, lost_runs = 0, ${LET_GO},
          due_at = ${dueIn(retryAfter ?? 0)}, finished_at = ${retryAfter === null ? text() : null}
        where ${holds} returning ${COLUMNS}`);
      if (failed?.state === "retrying") yield* delivery.offer(failed);
      return failed;
    }
    const { message, result, nothing } = how;
    const answer = sql`message = ${message}, result = ${JSON.stringify(result ?? null)}, error = null, ${LET_GO}`;
    const ended = yield* first(sql<JobRow>`
      update jobs set state = 'done', is_nothing = ${nothing}, lost_runs = 0, finished_at = ${text()}, ${answer}
      where ${holds} returning ${COLUMNS}`);
    // The newest run that found nothing to do replaces the earlier ones in the list.
    if (ended !== null) {
      yield* run(
        sql`delete from jobs where key = ${job.key} and is_nothing = ${true} and state = 'done' and id < ${job.id}`,
      );
      return ended;
    }
    return yield* first(sql<JobRow>`
      update jobs set ${answer} where id = ${job.id} and lease = ${token} and state = 'cancelled' returning ${COLUMNS}`);
  }

  /** Frees the key of a run whose job was canceled or is waiting again. */
  function* letGo({ job, token }: JobRun): Work<JobRow | null> {
    const row = yield* first(sql<JobRow>`
      update jobs set ${LET_GO} where id = ${job.id} and lease = ${token} returning ${COLUMNS}`);
    return row?.state === "cancelled" ? row : null;
  }

  /** Requeues a job whose run was lost, or marks it as dead. */
  function* letRest({ row: { id }, token }: Claim, lostRuns: number, rest: number | null): Work<void> {
    const error = stoppedTooOften(lostRuns);
    yield* delivery.settle(token);
    const resting = yield* first(sql<JobRow>`
      update jobs set state = ${rest === null ? "dead" : "retrying"}, attempts = attempts - 1, lost_runs = ${lostRuns},
        error = ${JSON.stringify(error)}, message = ${error.message}, due_at = ${dueIn(rest ?? 0)},
        finished_at = ${rest === null ? text() : null}, ${LET_GO}
      where id = ${id} returning ${COLUMNS}`);
    if (resting?.state === "retrying") yield* delivery.offer(resting);
  }

  return {
    /**
     * Returns the open job with the same key instead, if there is one, with `created` false. Durable when it resolves.
     */
    async add(job: JobToAdd): Promise<{ job: JobRecord; created: boolean }> {
      const { key, title, notBefore } = job;
      // The conflicting job may end before it is read.
      for (let tries = 1; tries <= ADD_TRIES; tries += 1) {
        const found = await change(function* () {
          const made = yield* first(sql<JobRow>`
            insert into jobs (kind, key, title, input, state, attempts, max_attempts, actor, request_id, traceparent,
              message, is_nothing, created_at, due_at)
            values (${job.kind}, ${key}, ${title}, ${JSON.stringify(job.input ?? null)}, 'waiting', 0, ${job.maxAttempts},
              ${job.by}, ${job.requestId}, ${job.traceparent}, '', ${false}, ${text()}, ${notBefore?.getTime() ?? now()})
            on conflict (key) where ${IS_OPEN} do nothing returning ${COLUMNS}`);
          if (made !== null) yield* delivery.offer(made);
          const row = made ?? (yield* openOf(key));
          return row === null ? null : { job: jobOfRow(row), created: made !== null };
        });
        if (found !== null) return found;
      }
      throw jobWaits(title);
    },

    async get(id: string): Promise<JobRecord | null> {
      const row = await engine.run(() => one(id));
      return row === null ? null : jobOfRow(row);
    },

    /** The waiting, running or retrying job with this key. */
    async openOfKey(key: string): Promise<JobRecord | null> {
      const row = await engine.run(() => openOf(key));
      return row === null ? null : jobOfRow(row);
    },

    /** The newest started job of each key; of all reports, since each has its own key, only the newest. */
    async latestRuns(keys: readonly string[]): Promise<JobRecord[]> {
      const rows = await engine.run(() =>
        all(sql<JobRow>`
          select ${COLUMNS} from jobs where id in (
            select max(id) from jobs
            where started_at is not null and (kind = 'report' or ${engine.sql.isOneOf("key", keys)})
            group by case when kind = 'report' then kind else key end)`),
      );
      return rows.map(jobOfRow);
    },

    /** Newest first. Returns nothing for an invalid cursor. */
    async list(query: JobQuery & { limit: number }): Promise<Pick<JobPage, "nextCursor"> & { jobs: JobRecord[] }> {
      const { state, kind, cursor, limit } = query;
      if (cursor !== undefined && !isRowId(cursor)) return { jobs: [], nextCursor: null };
      const rows = await engine.run(() =>
        all(sql<JobRow>`
          select ${COLUMNS} from jobs where ${cursor === undefined ? sql`true` : sql`id < ${cursor}`}
            and ${state === undefined ? sql`true` : sql`state = ${state}`}
            and ${kind === undefined ? sql`true` : sql`kind = ${kind}`}
          order by id desc limit ${limit + 1}`),
      );
      const jobs = rows.slice(0, limit).map(jobOfRow);
      return { jobs, nextCursor: rows.length > limit ? (jobs.at(-1)?.id ?? null) : null };
    },

    async figures(): Promise<JobFigures> {
      const counts = await engine.run(() =>
        all(sql<{ state: string; count: number | string; due: number | string | null }>`
          select state, count(*) as count, min(due_at) filter (where ${WAITS} and due_at <= ${now()}) as due from jobs
          where state in ('waiting', 'running', 'retrying', 'dead') group by state`),
      );
      const count = (name: string): number => Number(counts.find(({ state }) => state === name)?.count ?? 0);
      const due = counts.flatMap((of) => (of.due === null ? [] : [Number(of.due)]));
      return {
        waiting: count("waiting"),
        running: count("running"),
        retrying: count("retrying"),
        dead: count("dead"),
        oldestDue: due.length === 0 ? null : new Date(Math.min(...due)).toISOString(),
      };
    },

    /** How many jobs of each kind are waiting, running, retrying and dead. */
    async counts(): Promise<{ kind: string; state: JobState; count: number }[]> {
      const counts = await engine.run(() =>
        all(sql<{ kind: string; state: JobState; count: number | string }>`
          select kind, state, count(*) as count from jobs
          where state in ('waiting', 'running', 'retrying', 'dead') group by kind, state`),
      );
      return counts.map((of) => ({ ...of, count: Number(of.count) }));
    },

    /** Starts an attempt of due jobs, and of those whose run was lost, with leases of this many milliseconds. */
    async take(kinds: readonly JobKind[], limit: number, leaseMilliseconds: number): Promise<JobRun[]> {
      await delivery.ready();
      await delivery.maintain();
      return engine.transact(function* () {
        const runs: JobRun[] = [];
        for (const claim of yield* delivery.claim(kinds, limit, leaseMilliseconds)) {
          const { row, token, isLost } = claim;
          const lostRuns = row.lost_runs + (isLost ? 1 : 0);
          const isKnown = kinds.some((kind) => kind === row.kind);
          const rest = isLost ? restAfter(lostRuns) : 0;
          if (rest !== 0 || !isKnown) {
            yield* letRest(claim, lostRuns, rest === 0 ? UNKNOWN_MILLISECONDS : rest);
            continue;
          }
          const taken = yield* first(sql<JobRow>`
            update jobs set state = 'running', attempts = attempts + ${isLost ? 0 : 1}, lost_runs = ${lostRuns},
              started_at = ${text()}, progress = null, lease = ${token}
            where id = ${row.id} returning ${COLUMNS}`);
          runs.push({ job: jobOfRow(taken), token });
        }
        return runs;
      });
    },

    /** Milliseconds until `take` may find one of these kinds; null when none is waiting. */
    nextDue: (kinds: readonly JobKind[]) => engine.run(() => delivery.nextDue(kinds)),

    /** Extends the runs' leases, counted from now. Returns the ids of the jobs whose run may continue. */
    renew: (runs: readonly JobRun[], leaseMilliseconds: number) =>
      change(function* () {
        const tokens = runs.map(({ token }) => token);
        yield* delivery.renew(tokens, leaseMilliseconds);
        const going = sql`select id from jobs where ${engine.sql.isOneOf("lease", tokens)} and state = 'running'`;
        return new Set(yield* allIds(going));
      }),

    writeProgress: ({ job, token }: JobRun, progress: JobProgress) =>
      engine.transact(() =>
        run(sql`update jobs set progress = ${JSON.stringify(progress)}
          where id = ${job.id} and lease = ${token} and state = 'running'`),
      ),

    /**
     * Ends a run and frees its key. For a canceled job, its result is stored. Null when another run holds the job by now,
     * or the job is waiting again.
     */
    end: (of: JobRun, how: JobEnd) =>
      change(function* () {
        yield* delivery.settle(of.token);
        const ended = (yield* writeEnd(of, how)) ?? (yield* letGo(of));
        return ended === null ? null : jobOfRow(ended);
      }),

    /** Hands a run back without counting its attempt: it is due again after this many milliseconds. */
    handBack: (of: JobRun, afterMilliseconds: number) =>
      change(function* () {
        yield* delivery.settle(of.token);
        const waits = yield* first(sql<JobRow>`
          update jobs set attempts = attempts - 1, due_at = ${dueIn(afterMilliseconds)},
            state = case when attempts > 1 then 'retrying' else 'waiting' end, ${LET_GO}
          where id = ${of.job.id} and lease = ${of.token} and state = 'running' returning ${COLUMNS}`);
        if (waits === null) yield* letGo(of);
        else yield* delivery.offer(waits);
      }),

    /** False when it was neither waiting nor running. The key of a running job stays taken until its run ends. */
    cancel: (id: string) =>
      engine.transact(function* () {
        if (!isRowId(id)) return false;
        return yield* exists(sql`update jobs set state = 'cancelled', progress = null, message = 'Canceled',
          finished_at = ${text()} where id = ${id} and ${IS_OPEN} returning id`);
      }),

    /**
     * Requeues a dead or canceled job as new; null when it is neither. Rejects with job_waits when another job with its
     * key is open.
     */
    async retry(id: string): Promise<JobRecord | null> {
      const title = (await engine.run(() => one(id)))?.title ?? "";
      try {
        return await change(function* () {
          const waits = isRowId(id)
            ? yield* first(sql<JobRow>`
                update jobs set state = 'waiting', attempts = 0, lost_runs = 0, error = null, message = '', result = null,
                  started_at = null, finished_at = null, due_at = ${now()}
                where id = ${id} and state in ('dead', 'cancelled') returning ${COLUMNS}`)
            : null;
          if (waits === null) return null;
          yield* delivery.offer(waits);
          return jobOfRow(waits);
        });
      } catch (error) {
        throw isTaken(error) ? jobWaits(title) : error;
      }
    },

    /** Deletes an ended job; false when it hasn't ended or its run is in progress. */
    drop: (id: string) =>
      engine.transact(function* () {
        if (!isRowId(id)) return false;
        return yield* exists(
          sql`delete from jobs where id = ${id} and not (${IS_OPEN}) and lease is null returning id`,
        );
      }),

    /** Deletes jobs that ended before this time, and returns how many. */
    forget: (before: Date) =>
      engine.transact(function* () {
        const gone = sql`delete from jobs where finished_at < ${before.toISOString()} and not (${IS_OPEN})
          and lease is null returning id`;
        return (yield* all(gone)).length;
      }),

    publish: (message: string) => delivery.publish(message),
    subscribe: (listener: (message: string) => void) => delivery.subscribe(listener),
    close: () => delivery.close(),
  };
}

export type JobStore = ReturnType<typeof jobStore>;

/** 409: a job can't be queued again while another one does the same. */
function jobWaits(title: string): AppError {
  return conflict("job_waits", `"${title}" is already waiting or running.`);
}

/** Another open job has the key. */
function isTaken(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return code === "23505" || code === "SQLITE_CONSTRAINT_UNIQUE";
}
