import pg from "pg";
import { setTimeout as delay } from "node:timers/promises";
import { replicaReads } from "#server/platform/metrics.ts";

const CONNECTIONS = 16;
const CONNECT_MILLISECONDS = 2_000;
const POSITION_MILLISECONDS = 1_000;
/** How long a reading waits for the replica; one that is further behind is left alone for a while. */
const PATIENCE = { milliseconds: 50, stepMilliseconds: 5, restMilliseconds: 500 };
/** How long one that failed is left alone. */
const FAILED_MILLISECONDS = 5_000;

/** A position in the write-ahead log as a whole number of bytes; where nothing is known, null. */
const WRITTEN = "select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::text as position";
const REPLAYED = `select case when pg_is_in_recovery()
  then (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text end as position`;
/** The headers of a page and of a segment's first page, behind which the next record will begin. */
const WAL_PAGE_BYTES = 8_192n;
const WAL_HEADER_BYTES: readonly bigint[] = [24n, 40n];

type Read<T> = (client: pg.PoolClient) => Promise<T>;

export interface ReadReplica {
  /**
   * Answers by the replica if it has everything that was committed before the call, wherever and by whomever, else by
   * the primary, and also when the replica fails. So whoever has changed something, in whatever process and by whatever
   * session, sees it, and nobody sees less than he was told of.
   */
  read<T>(onReplica: Read<T>, onPrimary: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Reads at `settings`, a streaming replica, as far as it has come by `primary`'s own word at each reading. */
export function openReadReplica(settings: pg.PoolConfig, primary: pg.Pool): ReadReplica {
  const pool = new pg.Pool({ ...settings, max: CONNECTIONS, connectionTimeoutMillis: CONNECT_MILLISECONDS });
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  // By connection, since an address may lead to several replicas.
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
      // It has become a primary of its own.
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
    async read(onReplica, onPrimary) {
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

async function writtenBy(primary: pg.Pool): Promise<bigint> {
  const position = await positionOf(primary, WRITTEN);
  if (position === null) throw new Error("The primary does not say how far it has written.");
  const inPage = position % WAL_PAGE_BYTES;
  // Behind a header nothing is written yet, and what the replica replays ends before it.
  return WAL_HEADER_BYTES.includes(inPage) ? position - inPage : position;
}

async function positionOf(from: pg.Pool | pg.PoolClient, text: string): Promise<bigint | null> {
  const query: pg.QueryConfig & { query_timeout: number } = { text, query_timeout: POSITION_MILLISECONDS };
  const { rows } = await from.query<{ position: string | null }>(query);
  const position = rows[0]?.position ?? null;
  return position === null ? null : BigInt(position);
}

/** Answers those who ask while an answer is under way by the next one, which is begun after they asked, together. */
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

/** Whether the primary would refuse the same: values that cannot be read, or a reading that takes too long. */
function isOfTheQuery(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  const { code = "" } = error;
  return code === "57014" || code.startsWith("22");
}
