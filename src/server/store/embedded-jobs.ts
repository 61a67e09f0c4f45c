import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { JobKind, JobState } from "#shared/contract/job.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Engine } from "#server/store/engine.ts";
import { jobWaits } from "#server/store/job-conflict.ts";
import { columnsAt, IS_OPEN, isDueAt, jobOfRow, type JobRow } from "#server/store/embedded-job-rows.ts";
import { interruptedTooOften, mostAttempts } from "#server/store/job-attempts.ts";
import type { JobEnd, JobRun, JobStore } from "#server/store/job-types.ts";
import { createListeners } from "#server/store/listeners.ts";
import { isRowId } from "#server/store/row-id.ts";
import { all, first, run, type Work } from "#server/store/work.ts";

/** What a row holds while a run does, left empty. */
const LET_GO = sql`lease = null, lease_ends = null, progress = null`;

/** Jobs in a table of SQLite, of which one process at a time holds the file. */
export function embeddedJobs(engine: Engine, clock: Clock): JobStore {
  const listeners = createListeners();
  const now = (): number => clock().getTime();
  const text = (): string => clock().toISOString();
  const { leaseNow } = engine.sql;
  const columns = () => columnsAt(leaseNow());
  const isHeld = () => sql`(lease is not null and lease_ends > ${leaseNow()})`;
  const ofKinds = (kinds: readonly JobKind[]) => engine.sql.isOneOf("kind", kinds);

  function* one(id: string): Work<JobRow | null> {
    return isRowId(id) ? yield* first(sql<JobRow>`select ${columns()} from jobs where id = ${id}`) : null;
  }

  function* openOf(key: string): Work<JobRow | null> {
    return yield* first(sql<JobRow>`select ${columns()} from jobs where key = ${key} and ${IS_OPEN}`);
  }

  /** Writes what became of a run that still holds its job. */
  function* writeEnd({ job, token }: JobRun, how: JobEnd): Work<JobRow | null> {
    const holds = sql`id = ${job.id} and lease = ${token} and state = 'running'`;
    if (how.state === "failed") {
      const { error, retryAfter } = how;
      const state = retryAfter === null ? "dead" : "retrying";
      return yield* first(sql<JobRow>`
        update jobs set state = ${state}, error = ${JSON.stringify(error)}, message = ${error.message}, ${LET_GO},
          due_at = ${now() + (retryAfter ?? 0)}, finished_at = ${retryAfter === null ? text() : null}
        where ${holds} returning ${columns()}`);
    }
    const { message, result, nothing } = how;
    const answer = sql`message = ${message}, result = ${JSON.stringify(result ?? null)}, error = null, ${LET_GO}`;
    const ended = yield* first(sql<JobRow>`
      update jobs set state = 'done', is_nothing = ${nothing}, finished_at = ${text()}, ${answer}
      where ${holds} returning ${columns()}`);
    // That earlier runs found nothing to do is told by this one.
    if (ended !== null) {
      yield* run(sql`delete from jobs where key = ${job.key} and is_nothing = 1 and state = 'done' and id < ${job.id}`);
      return ended;
    }
    return yield* first(sql<JobRow>`
      update jobs set ${answer} where id = ${job.id} and lease = ${token} and state = 'cancelled' returning ${columns()}`);
  }

  /** Lets the key of a run go whose job has become another state's. */
  function* letGo({ job, token }: JobRun): Work<JobRow | null> {
    const row = yield* first(sql<JobRow>`
      update jobs set ${LET_GO} where id = ${job.id} and lease = ${token} returning ${columns()}`);
    return row?.state === "cancelled" ? row : null;
  }

  return {
    add: ({ kind, key, title, input, maxAttempts, by, requestId, traceparent, notBefore }) =>
      engine.transact(function* () {
        const open = yield* openOf(key);
        if (open !== null) return { job: jobOfRow(open), created: false };
        const made = yield* first(sql<JobRow>`
          insert into jobs (kind, key, title, input, state, attempts, max_attempts, actor, request_id, traceparent,
            message, is_nothing, created_at, due_at)
          values (${kind}, ${key}, ${title}, ${JSON.stringify(input ?? null)}, 'waiting', 0, ${maxAttempts}, ${by},
            ${requestId}, ${traceparent}, '', 0, ${text()}, ${notBefore?.getTime() ?? now()})
          returning ${columns()}`);
        return { job: jobOfRow(made), created: true };
      }),

    async get(id) {
      const row = await engine.run(() => one(id));
      return row === null ? null : jobOfRow(row);
    },

    async openOfKey(key) {
      const row = await engine.run(() => openOf(key));
      return row === null ? null : jobOfRow(row);
    },

    async list({ state, kind, cursor, limit }) {
      if (cursor !== undefined && !isRowId(cursor)) return { jobs: [], nextCursor: null };
      const rows = await engine.run(() =>
        all(sql<JobRow>`
          select ${columns()} from jobs where ${cursor === undefined ? sql`true` : sql`id < ${cursor}`}
            and ${state === undefined ? sql`true` : sql`state = ${state}`}
            and ${kind === undefined ? sql`true` : sql`kind = ${kind}`}
          order by id desc limit ${limit + 1}`),
      );
      const jobs = rows.slice(0, limit).map(jobOfRow);
      return { jobs, nextCursor: rows.length > limit ? (jobs.at(-1)?.id ?? null) : null };
    },

    async figures() {
      const counts = await engine.run(() =>
        all(sql<{ state: string; count: number; due: number | null }>`
          select state, count(*) as count, min(due_at) as due from jobs
          where state in ('waiting', 'running', 'retrying', 'dead') group by state`),
      );
      const count = (name: string): number => counts.find(({ state }) => state === name)?.count ?? 0;
      const due = counts.flatMap((of) => (of.due !== null && /waiting|retrying/u.test(of.state) ? [of.due] : []));
      const oldest = Math.min(...due);
      return {
        waiting: count("waiting"),
        running: count("running"),
        retrying: count("retrying"),
        dead: count("dead"),
        oldestDue: oldest <= now() ? new Date(oldest).toISOString() : null,
      };
    },

    counts: () =>
      engine.run(() =>
        all(sql<{ kind: string; state: JobState; count: number }>`
          select kind, state, count(*) as count from jobs
          where state in ('waiting', 'running', 'retrying', 'dead') group by kind, state`),
      ),

    take: (kinds, limit, leaseMilliseconds) =>
      engine.transact(function* () {
        const free = yield* all(sql<JobRow>`
          select ${columns()} from jobs where ${ofKinds(kinds)}
            and (${isDueAt(now())} or state = 'running')
            and not exists (select 1 from jobs o where o.key = jobs.key and o.lease is not null and o.lease_ends > ${leaseNow()})
          order by due_at, id limit ${limit}`);
        const runs: JobRun[] = [];
        for (const { id, state, attempts, max_attempts: max } of free) {
          if (state === "running" && attempts >= mostAttempts(max)) {
            const error = interruptedTooOften(attempts);
            yield* run(sql`update jobs set state = 'dead', error = ${JSON.stringify(error)}, message = ${error.message},
              finished_at = ${text()}, ${LET_GO} where id = ${id}`);
            continue;
          }
          const token = randomUUID();
          const taken = yield* first(sql<JobRow>`
            update jobs set state = 'running', attempts = attempts + 1, started_at = ${text()}, progress = null,
              lease = ${token}, lease_ends = ${leaseNow()} + ${leaseMilliseconds}
            where id = ${id} returning ${columns()}`);
          runs.push({ job: jobOfRow(taken), token });
        }
        return runs;
      }),

    async nextDue(kinds) {
      const { wait = null } =
        (await engine.run(() =>
          first(sql<{ wait: number | null }>`
            select min(max(case when state = 'running' or ${isDueAt(now())} then 0 else due_at - ${now()} end, coalesce((
              select max(o.lease_ends) from jobs o where o.key = jobs.key and o.lease is not null), 0) - ${leaseNow()})) as wait
            from jobs where ${ofKinds(kinds)} and ${IS_OPEN}`),
        )) ?? {};
      return wait === null ? null : Math.max(0, wait);
    },

    async renew(runs, leaseMilliseconds) {
      const held = new Map(runs.map(({ job, token }) => [token, job.id]));
      const renewed = await engine.transact(() =>
        all(sql<{ lease: string; state: string }>`
          update jobs set lease_ends = ${leaseNow()} + ${leaseMilliseconds}
          where ${engine.sql.isOneOf("lease", [...held.keys()])} returning lease, state`),
      );
      return new Set(renewed.flatMap(({ lease, state }) => (state === "running" ? [held.get(lease) ?? ""] : [])));
    },

    tellProgress: ({ job, token }, progress) =>
      engine.transact(() =>
        run(sql`update jobs set progress = ${JSON.stringify(progress)}
          where id = ${job.id} and lease = ${token} and state = 'running'`),
      ),

    end: (of, how) =>
      engine.transact(function* () {
        const ended = (yield* writeEnd(of, how)) ?? (yield* letGo(of));
        return ended === null ? null : jobOfRow(ended);
      }),

    handBack: (of, afterMilliseconds) =>
      engine.transact(function* () {
        yield* run(sql`update jobs set attempts = attempts - 1, due_at = ${now() + afterMilliseconds},
          state = case when attempts > 1 then 'retrying' else 'waiting' end, ${LET_GO}
          where id = ${of.job.id} and lease = ${of.token} and state = 'running'`);
        yield* letGo(of);
      }),

    cancel: (id) =>
      engine.transact(function* () {
        if (!isRowId(id)) return false;
        const cancelled = sql`update jobs set state = 'cancelled', progress = null, message = 'Cancelled',
          finished_at = ${text()} where id = ${id} and ${IS_OPEN} returning id`;
        return (yield* first(cancelled)) !== null;
      }),

    retry: (id) =>
      engine.transact(function* () {
        const job = yield* one(id);
        if (job === null || (job.state !== "dead" && job.state !== "cancelled")) return null;
        if ((yield* openOf(job.key)) !== null) throw jobWaits(job.title);
        const again = yield* first(sql<JobRow>`
          update jobs set state = 'waiting', attempts = 0, error = null, message = '', started_at = null,
            finished_at = null, due_at = ${now()}
          where id = ${id} returning ${columns()}`);
        return jobOfRow(again);
      }),

    drop: (id) =>
      engine.transact(function* () {
        if (!isRowId(id)) return false;
        const gone = sql`delete from jobs where id = ${id} and not (${IS_OPEN}) and not ${isHeld()} returning id`;
        return (yield* first(gone)) !== null;
      }),

    forget: (before) =>
      engine.transact(function* () {
        const gone = sql`delete from jobs where finished_at < ${before.toISOString()} and not (${IS_OPEN})
          and not ${isHeld()} returning id`;
        return (yield* all(gone)).length;
      }),

    publish(message) {
      listeners.tell(message);
      return Promise.resolve();
    },
    subscribe: (listener) => listeners.add(listener),
    close: () => Promise.resolve(),
  };
}
