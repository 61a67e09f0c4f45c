import { randomUUID } from "node:crypto";
import { sql, type RawBuilder } from "kysely";
import type { JobKind } from "#shared/contract/job.ts";
import type { Engine } from "#server/store/engine.ts";
import { mostAttempts } from "#server/store/job-attempts.ts";
import { jobWaits } from "#server/store/job-conflict.ts";
import type { JobDatabase } from "#server/store/job-database.ts";
import type { JobEnd, JobRecord, JobRun, JobStore } from "#server/store/job-types.ts";
import {
  bossStateOf,
  columnsAt,
  dataOf,
  HAS_ENDED,
  IS_OPEN,
  isHeld,
  jobOfRow,
  outputOf,
  stateOfBoss,
  type BossRow,
  type JobData,
} from "#server/store/pg-boss-job-rows.ts";
import { JOB_SCHEMA, QUEUE, startPgBoss } from "#server/store/start-pg-boss.ts";
import { all, first, run, verbatim, type Work } from "#server/store/work.ts";

const JOBS = sql.raw(`${JOB_SCHEMA}.job`);
const IS_OURS = sql`name = ${sql.lit(QUEUE)}`;
/** So long a job waits whose key a cancelled run holds, or whose kind only other processes know. */
const PASSED_ON_SECONDS = 1;
/** A job that was fetched has its lease within this, unless its process ended in between. */
const UNLEASED_SECONDS = 10;
const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u;
const ADD_TRIES = 10;

/** When each job was fetched, ISO 8601 UTC, by its id. */
type Fetched = ReadonlyMap<string, string>;

/**
 * Jobs as pg-boss keeps them in PostgreSQL: it adds them, gives each to one worker and looks after its tables. On top of
 * that a run has a lease of its key, in the table that all work of one process at a time has: it frees a job seconds
 * after its process died, and keeps the key while a cancelled run is on its way to its end.
 */
export function pgBossJobs(engine: Engine, database: JobDatabase): JobStore {
  const now = engine.sql.now();
  const columns = columnsAt(now);
  let starting: ReturnType<typeof startPgBoss> | null = null;

  /** Not before it is needed: many who open a store want nothing of jobs. A failure is tried again. */
  const boss = (): ReturnType<typeof startPgBoss> => {
    starting ??= startPgBoss(database).catch((error: unknown) => {
      starting = null;
      throw error;
    });
    return starting;
  };

  /** Reads and writes its table, which is there once it has started. */
  const onTable = async <T>(work: () => Work<T>): Promise<T> => {
    await boss();
    return engine.run(work);
  };
  const inTransaction = async <T>(work: () => Work<T>): Promise<T> => {
    await boss();
    return engine.transact(work);
  };

  function* select(where: RawBuilder<unknown>): Work<JobRecord[]> {
    return (yield* verbatim<BossRow>(sql`select ${columns} from ${JOBS} where ${IS_OURS} and ${where}`)).map(jobOfRow);
  }

  const get = async (id: string): Promise<JobRecord | null> =>
    ID.test(id) ? ((await onTable(() => select(sql`id = ${id}`)))[0] ?? null) : null;

  function* update(id: string, set: RawBuilder<unknown>, where: RawBuilder<unknown>): Work<JobRecord | null> {
    const rows = yield* verbatim<BossRow>(
      sql`update ${JOBS} set ${set} where ${IS_OURS} and id = ${id} and ${where} returning ${columns}`,
    );
    return rows.length === 0 ? null : jobOfRow(rows[0]);
  }

  function* letGo({ token }: JobRun): Work<boolean> {
    return (yield* first(sql`delete from leases where owner = ${token} and key like 'job:%' returning key`)) !== null;
  }

  const dueIn = (milliseconds: number) => sql`clock_timestamp() + ${milliseconds} * interval '1 millisecond'`;

  function* writeEnd(job: JobRecord, how: JobEnd): Work<JobRecord | null> {
    if (how.state === "failed") {
      const { error, retryAfter } = how;
      const output = outputOf({ error });
      const set =
        retryAfter === null
          ? sql`state = 'failed', completed_on = now(), output = ${output}::jsonb`
          : sql`state = 'retry', start_after = ${dueIn(retryAfter)}, output = ${output}::jsonb`;
      const failed = yield* update(job.id, set, sql`state = 'active'`);
      return failed ?? (yield* select(sql`id = ${job.id} and state = 'cancelled'`))[0] ?? null;
    }
    const { message, result, nothing } = how;
    const output = outputOf({ message, result }, nothing);
    const done = yield* update(
      job.id,
      sql`state = 'completed', completed_on = now(), output = ${output}::jsonb`,
      sql`state = 'active'`,
    );
    // That earlier runs found nothing to do is told by this one.
    if (done !== null) {
      yield* run(sql`delete from ${JOBS} where ${IS_OURS} and singleton_key = ${job.key} and state = 'completed'
        and output @> '{"nothing": true}' and id <> ${job.id}`);
      return done;
    }
    return yield* update(job.id, sql`output = ${output}::jsonb`, sql`state = 'cancelled'`);
  }

  /** Gives a job back that was fetched, its attempt not counted. */
  function* giveBack(id: string, milliseconds: number): Work<void> {
    yield* update(
      id,
      sql`state = (case when retry_count > 0 then 'retry' else 'created' end)::${sql.raw(JOB_SCHEMA)}.job_state,
        started_on = null, heartbeat_on = null, output = null, start_after = ${dueIn(milliseconds)}`,
      sql`state = 'active'`,
    );
  }

  /** Frees the jobs whose runs were lost: pg-boss would find them, too, but only by and by. */
  function* freeLost(): Work<void> {
    yield* run(sql`
      with lost as (delete from leases where key like 'job:%' and expires_at <= ${now} returning owner)
      update ${JOBS} set
        state = (case when retry_count < retry_limit then 'retry' else 'failed' end)::${sql.raw(JOB_SCHEMA)}.job_state,
        completed_on = case when retry_count < retry_limit then null else now() end,
        start_after = now(), heartbeat_on = null, output = null
      from lost where ${IS_OURS} and id = split_part(lost.owner, ':', 1)::uuid and state = 'active'`);
    // Fetched by a process that ended before it had the lease: nothing was begun.
    yield* run(sql`
      update ${JOBS} set state = (case when retry_count > 0 then 'retry' else 'created' end)::${sql.raw(JOB_SCHEMA)}.job_state,
        started_on = null, heartbeat_on = null, start_after = now()
      where ${IS_OURS} and state = 'active'
        and greatest(started_on, heartbeat_on) < now() - ${UNLEASED_SECONDS} * interval '1 second'
        and not exists (select 1 from leases where key = 'job:' || singleton_key)`);
  }

  /** Takes the lease of each key that is free, and answers the owners who have one. */
  function* takeLeases(tokens: readonly { key: string; token: string }[], milliseconds: number): Work<Set<string>> {
    const wanted = JSON.stringify(tokens.map(({ key, token }) => ({ key: `job:${key}`, owner: token })));
    const taken = yield* all(sql<{ owner: string }>`
      insert into leases (key, owner, expires_at)
      select key, owner, ${now} + ${milliseconds} from json_to_recordset(${wanted}::json) as wanted (key text, owner text)
      on conflict (key) do update set owner = excluded.owner, expires_at = excluded.expires_at
      where leases.expires_at <= ${now} returning owner`);
    return new Set(taken.map(({ owner }) => owner));
  }

  /** Of jobs that were fetched, those that no other process has fetched since, as when this one was long away. */
  function* stillFetched(fetched: Fetched): Work<JobRecord[]> {
    const jobs = yield* select(
      sql`${engine.sql.isOneOf("id::text", [...fetched.keys()])} order by created_on for update`,
    );
    return jobs.filter(({ id, state, startedAt }) => state === "running" && startedAt === fetched.get(id));
  }

  /** Takes the leases of jobs that were fetched, and gives those back that cannot run now or here. */
  function* lease(fetched: Fetched, kinds: readonly JobKind[], milliseconds: number): Work<JobRun[]> {
    const active = yield* stillFetched(fetched);
    const wanted = active
      .filter(({ kind }) => kinds.includes(kind))
      .map((job) => ({ job, key: job.key, token: `${job.id}:${randomUUID()}` }));
    const held = yield* takeLeases(wanted, milliseconds);
    const runs = wanted.filter(({ token }) => held.has(token));
    const taken = new Set(runs.map(({ job }) => job.id));
    for (const { id } of active) if (!taken.has(id)) yield* giveBack(id, PASSED_ON_SECONDS * 1_000);
    return runs.map(({ job, token }) => ({ job, token }));
  }

  const openOfKey = async (key: string): Promise<JobRecord | null> =>
    (await onTable(() => select(sql`singleton_key = ${key} and ${IS_OPEN}`)))[0] ?? null;

  return {
    async add(job) {
      const { key, title, maxAttempts, notBefore } = job;
      // The one that is in the way may end before it is read.
      for (let tries = 1; tries <= ADD_TRIES; tries += 1) {
        const id = await (
          await boss()
        ).send(QUEUE, dataOf(job), {
          singletonKey: key,
          retryLimit: mostAttempts(maxAttempts) - 1,
          ...(notBefore !== null && { startAfter: notBefore }),
        });
        const found = id === null ? await openOfKey(key) : await get(id);
        if (found !== null) return { job: found, created: id !== null };
      }
      throw jobWaits(title);
    },

    get,
    openOfKey,

    async list({ state, kind, cursor, limit }) {
      const [, microseconds, id] = /^(\d{1,17})~(.*)$/u.exec(cursor ?? "") ?? [];
      const isCursor = id !== undefined && ID.test(id);
      if (cursor !== undefined && !isCursor) return { jobs: [], nextCursor: null };
      const after = sql`(created_on, id) < (to_timestamp(0) + ${microseconds}::bigint * interval '1 microsecond', ${id}::uuid)`;
      const rows = await onTable(() =>
        // What a page is of is found first: else each job's columns would be made before they are sorted.
        verbatim<BossRow>(sql`
          select ${columns} from ${JOBS} where ${IS_OURS} and id = any(array(
            select id from ${JOBS} where ${IS_OURS} and ${cursor === undefined ? sql`true` : after}
              and ${state === undefined ? sql`true` : sql`state = ${bossStateOf(state)}`}
              and ${kind === undefined ? sql`true` : sql`data->>'kind' = ${kind}`}
            order by created_on desc, id desc limit ${limit + 1}))
          order by created_on desc, id desc`),
      );
      const page = rows.slice(0, limit);
      const last = rows.length > limit ? page.at(-1) : undefined;
      return { jobs: page.map(jobOfRow), nextCursor: last === undefined ? null : `${last[11]}~${last[0]}` };
    },

    async figures() {
      const counts = await onTable(() =>
        all(sql<{ state: string; count: string; due: Date | null }>`
          select state::text, count(*) as count, min(start_after) filter (where state < 'active' and start_after <= now())
            as due from ${JOBS} where ${IS_OURS} and state in ('created', 'retry', 'active', 'failed') group by state`),
      );
      const count = (name: string): number => Number(counts.find(({ state }) => state === name)?.count ?? 0);
      const due = counts.flatMap((of) => (of.due === null ? [] : [of.due.toISOString()])).toSorted();
      return {
        waiting: count("created"),
        running: count("active"),
        retrying: count("retry"),
        dead: count("failed"),
        oldestDue: due[0] ?? null,
      };
    },

    async counts() {
      const rows = await onTable(() =>
        all(sql<{ kind: string; state: string; count: string }>`
          select data->>'kind' as kind, state::text, count(*) as count from ${JOBS}
          where ${IS_OURS} and state in ('created', 'retry', 'active', 'failed') group by 1, 2`),
      );
      return rows.map(({ kind, state, count }) => ({ kind, state: stateOfBoss(state), count: Number(count) }));
    },

    async take(kinds, limit, leaseMilliseconds) {
      await inTransaction(freeLost);
      const jobs = await (await boss()).fetch<JobData>(QUEUE, { batchSize: limit, includeMetadata: true });
      if (jobs.length === 0) return [];
      const fetched: Fetched = new Map(jobs.map(({ id, startedOn }) => [id, startedOn.toISOString()]));
      return inTransaction(() => lease(fetched, kinds, leaseMilliseconds)).catch(async (error: unknown) => {
        // Else they would wait until somebody misses them.
        await inTransaction(function* () {
          for (const { id } of yield* stillFetched(fetched)) yield* giveBack(id, 0);
        }).catch(() => {});
        throw error;
      });
    },

    async nextDue(kinds) {
      const { milliseconds = null } =
        (await onTable(() =>
          first(sql<{ milliseconds: string | null }>`
            select least(
              (select extract(epoch from min(start_after)) * 1000 from ${JOBS}
                where ${IS_OURS} and state < 'active' and not blocked and ${engine.sql.isOneOf("data->>'kind'", kinds)}),
              (select min(expires_at) from leases where key like 'job:%')) - ${now} as milliseconds`),
        )) ?? {};
      return milliseconds === null ? null : Math.max(0, Number(milliseconds));
    },

    async renew(runs, leaseMilliseconds) {
      const held = new Map(runs.map(({ job, token }) => [token, job.id]));
      const going = await inTransaction(() =>
        all(sql<{ id: string }>`
          with renewed as (update leases set expires_at = ${now} + ${leaseMilliseconds}
            where ${engine.sql.isOneOf("owner", [...held.keys()])} and key like 'job:%' returning owner)
          update ${JOBS} set heartbeat_on = now() from renewed
          where ${IS_OURS} and id = split_part(renewed.owner, ':', 1)::uuid and state = 'active' returning id`),
      );
      return new Set(going.map(({ id }) => id));
    },

    tellProgress: (of, progress) =>
      onTable(function* () {
        const output = outputOf({ progress });
        const isHolder = sql`exists (select 1 from leases where owner = ${of.token} and key like 'job:%')`;
        yield* update(of.job.id, sql`output = ${output}::jsonb`, sql`state = 'active' and ${isHolder}`);
      }),

    end: (of, how) =>
      inTransaction(function* () {
        if (!(yield* letGo(of))) return null;
        return yield* writeEnd(of.job, how);
      }),

    handBack: (of, afterMilliseconds) =>
      inTransaction(function* () {
        if (yield* letGo(of)) yield* giveBack(of.job.id, afterMilliseconds);
      }),

    async cancel(id) {
      if (!ID.test(id)) return false;
      const cancelled = await onTable(() =>
        update(id, sql`state = 'cancelled', completed_on = now(), output = null`, IS_OPEN),
      );
      return cancelled !== null;
    },

    async retry(id) {
      const job = await get(id);
      if (job === null) return null;
      const asNew = sql`state = 'created', retry_count = 0, started_on = null, completed_on = null, heartbeat_on = null,
        start_after = now(), output = null`;
      try {
        return await onTable(() => update(id, asNew, sql`state in ('failed', 'cancelled')`));
      } catch (error) {
        if (isTaken(error)) throw jobWaits(job.title);
        throw error;
      }
    },

    async drop(id) {
      if (!ID.test(id)) return false;
      const gone = sql`delete from ${JOBS} where ${IS_OURS} and id = ${id} and ${HAS_ENDED} and not ${isHeld(now)} returning id`;
      return (await onTable(() => first(gone))) !== null;
    },

    async forget(before) {
      const gone = sql`delete from ${JOBS} where ${IS_OURS} and ${HAS_ENDED} and completed_on < ${before.toISOString()}::timestamptz
        and not ${isHeld(now)} returning id`;
      return (await onTable(() => all(gone))).length;
    },

    publish: (message) => database.publish(message),
    subscribe: (listener) => database.subscribe(listener),

    async close() {
      const started = await starting?.catch(() => null);
      await started?.stop({ graceful: false, close: false });
    },
  };
}

/** Another open job has the key. */
function isTaken(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "23505";
}
