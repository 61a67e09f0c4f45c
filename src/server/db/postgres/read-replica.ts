import pg from "pg";
import { setTimeout as delay } from "node:timers/promises";
import { replicaReads } from "#server/platform/metrics.ts";
import { createPool } from "#server/db/postgres/postgres-driver.ts";

const CONNECTIONS = 16;
const CONNECT_MILLISECONDS = 2_000;
const POSITION_MILLISECONDS = 1_000;
/** How long a read waits for the replica to catch up, and how long a lagging replica is skipped. */
const PATIENCE = { milliseconds: 50, stepMilliseconds: 5, restMilliseconds: 500 };
/** How long a replica is skipped after a failure. */
const FAILED_MILLISECONDS = 5_000;

/** A position in the write-ahead log as a number of bytes; null when unknown. */
const WRITTEN = "select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::text as position";
const REPLAYED = `select case when pg_is_in_recovery()
  then (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text end as position`;
/** Sizes of the page header and of a segment's first page header, after which the next record starts. */
const WAL_PAGE_BYTES = 8_192n;
const WAL_HEADER_BYTES: readonly bigint[] = [24n, 40n];

type Read<T> = (client: pg.PoolClient) => Promise<T>;

/** Reads from `settings`, a streaming replica, after asking `primary` at each read how far it must have caught up. */
export function openReadReplica(settings: pg.PoolConfig, primary: pg.Pool) {
  const pool = createPool({ ...settings, max: CONNECTIONS, connectionTimeoutMillis: CONNECT_MILLISECONDS });
  // Per connection, because a URL may lead to several replicas.
  const replayed = new WeakMap<pg.PoolClient, bigint>();
  const written = shared(() => writtenBy(primary));
  let restsUntil = 0;
  const rest = (milliseconds: number): void => {
    restsUntil = performance.now() + milliseconds;
  };

  const hasAll = async (client: pg.PoolClient, wanted: bigint): Promise<boolean> => {
    const until = performance.now() + PATIENCE.milliseconds;
    for (;;) {
      if ((replayed.get(client) ?? -1n) >= wanted) return true;
      const position = await positionOf(client, REPLAYED);
      // The replica was promoted to primary.
      if (position === null) return false;
      replayed.set(client, position);
      if (position >= wanted) return true;
      if (performance.now() > until) return false;
      await delay(PATIENCE.stepMilliseconds);
    }
  };

  const onReplicaOrNot = async <T>(onReplica: Read<T>): Promise<{ result: T } | "behind" | "resting"> => {
    if (performance.now() < restsUntil) return "resting";
    const wanted = await written();
    const client = await pool.connect();
    let isWell = false;
    try {
      if (!(await hasAll(client, wanted))) {
        isWell = true;
        rest(PATIENCE.restMilliseconds);
        return "behind";
      }
      const result = await onReplica(client);
      isWell = true;
      return { result };
    } finally {
      client.release(!isWell);
    }
  };

  return {
    /**
     * Reads from the replica if it has everything committed before the call, by any process or session; otherwise, or
     * when the replica fails, from the primary. So every change is visible to its author at once, and to others as soon
     * as they are notified of it.
     */
    async read<T>(onReplica: Read<T>, onPrimary: () => Promise<T>): Promise<T> {
      try {
        const answer = await onReplicaOrNot(onReplica);
        replicaReads.inc({ outcome: typeof answer === "string" ? answer : "replica" });
        if (typeof answer !== "string") return answer.result;
      } catch (error) {
        if (isOfTheQuery(error)) throw error;
        replicaReads.inc({ outcome: "failed" });
        rest(FAILED_MILLISECONDS);
      }
      return onPrimary();
    },
    close: () => pool.end(),
  };
}

export type ReadReplica = ReturnType<typeof openReadReplica>;

async function writtenBy(primary: pg.Pool): Promise<bigint> {
  const position = await positionOf(primary, WRITTEN);
  if (position === null) throw new Error("The primary doesn't report its write position.");
  const inPage = position % WAL_PAGE_BYTES;
  // Nothing is written after a header yet, and the position the replica replayed is before the header.
  return WAL_HEADER_BYTES.includes(inPage) ? position - inPage : position;
}

async function positionOf(from: pg.Pool | pg.PoolClient, text: string): Promise<bigint | null> {
  const query: pg.QueryConfig & { query_timeout: number } = { text, query_timeout: POSITION_MILLISECONDS };
  const { rows } = await from.query<{ position: string | null }>(query);
  const position = rows[0]?.position ?? null;
  return position === null ? null : BigInt(position);
}

/** Coalesces calls made during a request into one further request, which starts after they were made. */
function shared<T>(ask: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | null = null;
  return () => {
    if (next !== null) return next;
    const asked = underWay.then(() => {
      next = null;
      const answer = ask();
      underWay = answer.catch(() => {});
      return answer;
    });
    next = asked;
    return asked;
  };
}

/** Whether the primary would fail too: invalid values, or a read that times out. */
function isOfTheQuery(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  const { code = "" } = error;
  return code === "57014" || code.startsWith("22");
}
