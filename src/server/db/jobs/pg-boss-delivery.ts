import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Job, JobInsert, PgBoss } from "pg-boss";
import type { JobKind } from "#shared/contract/job.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { adoptEarlierJobs } from "#server/db/jobs/earlier-jobs.ts";
import type { Claim, JobDatabase, JobDelivery } from "#server/db/jobs/job-delivery.ts";
import { COLUMNS, WAITS, type JobRow } from "#server/db/jobs/job-records.ts";
import { QUEUE, startPgBoss } from "#server/db/jobs/start-pg-boss.ts";
import { all, asking, exists, first, run, sql, type StatementRunner, type Work } from "#server/db/engine/sql.ts";

/** Delay of a job whose key a canceled run holds, or whose kind only other processes know. */
const PASSED_ON_MILLISECONDS = 1_000;
const UPKEEP_MILLISECONDS = 5_000;
/** Longest wait for maintenance; if it takes longer, such as for an index rebuild, it continues alongside claims. */
const UPKEEP_PATIENCE_MILLISECONDS = 1_000;

/** A pg-boss message: names the job to run, whose data is in the table. */
interface Message {
  job: string;
}

/**
 * Delivers PostgreSQL's jobs through pg-boss's public API. A waiting job has one message; a run holds it as pg-boss's
 * active job with heartbeats, and deletes it when it ends. A redelivered message whose run is still in the table
 * belongs to a lost run. A message that its job no longer refers to is dropped on delivery.
 */
export function pgBossDelivery(engine: Engine, database: JobDatabase): JobDelivery {
  let starting: Promise<PgBoss> | null = null;
  let upkeepAt = -Infinity;
  let upkeep: Promise<void> = Promise.resolve();
  const closing = new AbortController();

  /** Started on demand, because many users of a store need no jobs. Retries after a failure. */
  const ready = (): Promise<PgBoss> => {
    starting ??= start().catch((error: unknown) => {
      starting = null;
      throw error;
    });
    return starting;
  };

  async function start(): Promise<PgBoss> {
    const boss = await startPgBoss(database);
    await offerMissing(boss);
    return boss;
  }

  /** Sends missing messages again, for example after a restore without pg-boss's schema. */
  async function offerMissing(boss: PgBoss): Promise<void> {
    // Must precede any transaction that calls pg-boss: it caches the queue, so it needs no extra connection later.
    const sent = new Set((await boss.findJobs(QUEUE)).map(({ id }) => id));
    const rows = await engine.run(() =>
      all(sql<JobRow>`select ${COLUMNS} from jobs where lease is not null or ${WAITS}`),
    );
    const missing = rows.flatMap(messagesOf).filter(({ id }) => !sent.has(id));
    // Leaves messages sent in the meantime unchanged.
    if (missing.length > 0) await boss.insert(QUEUE, missing);
  }

  /** Calls pg-boss within the current transaction. */
  const withBoss = <T>(call: (boss: PgBoss, options: { db: StatementRunner }) => Promise<T>): Work<T> =>
    asking(async (db) => call(await ready(), { db }));

  const offer: JobDelivery["offer"] = function* ({ id, due_at: dueAt }) {
    const message = randomUUID();
    yield* run(sql`update jobs set delivery = ${message} where id = ${id}`);
    const startAfter = new Date(Number(dueAt));
    yield* withBoss((boss, { db }) => boss.send(QUEUE, { job: String(id) }, { id: message, startAfter, db }));
  };

  const settle: JobDelivery["settle"] = function* (token) {
    yield* withBoss((boss, options) => boss.deleteJob(QUEUE, attemptOf(token), options));
  };

  /** Claims the job of a fetched message; null when there is nothing to run here now. */
  function* claimOf({ id, retryCount, data }: Job<Message>, kinds: readonly JobKind[]): Work<Claim | null> {
    const token = `${id}:${retryCount}`;
    const row = yield* first(sql<JobRow>`select ${COLUMNS} from jobs where id = ${data.job} for update`);
    if (row?.lease?.startsWith(`${id}:`) === true) {
      if (row.state === "running") return { row, token, isLost: true };
      yield* settle(token);
      yield* run(sql`update jobs set lease = null where id = ${row.id}`);
      return null;
    }
    const waits = row?.delivery === id && (row.state === "waiting" || row.state === "retrying");
    if (waits && kinds.includes(row.kind as JobKind) && !(yield* isHeld(row.key))) return { row, token, isLost: false };
    yield* settle(token);
    if (waits) {
      const later = yield* first(sql<JobRow>`
        update jobs set due_at = ${engine.sql.now()} + ${PASSED_ON_MILLISECONDS} where id = ${row.id} returning ${COLUMNS}`);
      if (later !== null) yield* offer(later);
    }
    return null;
  }

  const isHeld = (key: string): Work<boolean> =>
    exists(sql`select 1 as one from jobs where key = ${key} and lease is not null`);

  async function lookAfter(): Promise<void> {
    const boss = await ready();
    await boss.supervise(QUEUE);
    await adoptEarlierJobs({ engine, boss, offer, signal: closing.signal });
  }

  return {
    ready,
    offer,
    settle,

    async maintain() {
      if (performance.now() < upkeepAt + UPKEEP_MILLISECONDS) return;
      upkeepAt = performance.now();
      // Failures are retried by the next maintenance.
      upkeep = lookAfter().catch(() => {});
      await Promise.race([upkeep, delay(UPKEEP_PATIENCE_MILLISECONDS)]);
    },

    *claim(kinds, limit) {
      const fetched = yield* withBoss((boss, { db }) => boss.fetch<Message>(QUEUE, { batchSize: limit, db }));
      const claims: Claim[] = [];
      // A batch contains the jobs due first, but unordered.
      for (const message of fetched.toSorted((one, other) => Number(one.data.job) - Number(other.data.job))) {
        const claim = yield* claimOf(message, kinds);
        if (claim !== null) claims.push(claim);
      }
      return claims;
    },

    *renew(tokens) {
      if (tokens.length > 0) yield* withBoss((boss, options) => boss.touch(QUEUE, tokens.map(attemptOf), options));
    },

    *nextDue(kinds) {
      const next = yield* first(sql<{ wait: string | null }>`select min(due_at) - ${engine.sql.now()} as wait from jobs
        where ${WAITS} and ${engine.sql.isOneOf("kind", kinds)}`);
      return next === null || next.wait === null ? null : Math.max(0, Number(next.wait));
    },

    publish: (message) => database.publish(message),
    subscribe: (listener) => database.subscribe(listener),

    async close() {
      closing.abort();
      await upkeep;
      const boss = await starting?.catch(() => null);
      await boss?.stop({ graceful: false, close: false });
    },
  };
}

/** The message id and delivery count of a run's token. */
export function attemptOf(token: string): { id: string; retryCount: number } {
  const [id = "", retryCount] = token.split(":");
  return { id, retryCount: Number(retryCount) };
}

/** The messages of a waiting job and of its run. */
function messagesOf({ id, state, lease, delivery, due_at: dueAt }: JobRow): (JobInsert<Message> & { id: string })[] {
  const data: Message = { job: String(id) };
  const waits = delivery !== null && (state === "waiting" || state === "retrying");
  return [
    ...(lease === null ? [] : [{ id: attemptOf(lease).id, data }]),
    ...(waits ? [{ id: delivery, data, startAfter: new Date(Number(dueAt)) }] : []),
  ];
}
