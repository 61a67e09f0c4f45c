import { randomUUID } from "node:crypto";
import pg from "pg";
import type { Clock } from "#server/platform/clock.ts";
import { isStoreFailure } from "#server/platform/errors.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import type { JobDatabase } from "#server/db/jobs/job-delivery.ts";
import { requireJobSchema } from "#server/db/jobs/start-pg-boss.ts";
import { migratePostgres } from "#server/db/migrations/migrate-postgres.ts";
import { createPool, postgresDriver, statementRunner } from "#server/db/postgres/postgres-driver.ts";
import { isConnectionError, isRetryable, poolerInBetween, postgresError } from "#server/db/postgres/postgres-error.ts";
import { listenOnPostgres, type Channel } from "#server/db/postgres/postgres-listener.ts";
import {
  CONNECT_MILLISECONDS,
  listenerTiming,
  silenceAfter,
  STATEMENT_MILLISECONDS,
} from "#server/db/postgres/postgres-limits.ts";
import { POSTGRES_SQL } from "#server/db/postgres/postgres-sql.ts";
import { createPrimary, refuseStandby, type Primary } from "#server/db/postgres/postgres-primary.ts";
import { createQueryNamer } from "#server/db/postgres/postgres-query-namer.ts";
import { openReadReplica, type ReadReplica } from "#server/db/postgres/read-replica.ts";
import type { Work } from "#server/db/engine/sql.ts";
import { requireMade } from "#server/db/migrations/made-names.ts";
import type { AppliedMigration } from "#server/db/migrations/pending-migrations.ts";

export interface PostgresEngine extends Engine {
  readonly jobs: JobDatabase;
}

const CONNECTIONS = 16;
/** PostgreSQL's error code for a statement that timed out. */
const QUERY_CANCELED = "57014";
/**
 * Client-side timeout of a commit, for instance while it waits for a lost standby; it then counts as failed. Must be
 * less than the server's statement timeout, at which PostgreSQL stops waiting and reports the transaction as committed.
 */
const COMMIT_MILLISECONDS = 10_000;
const COMMIT: pg.QueryConfig & { query_timeout: number } = { text: "commit", query_timeout: COMMIT_MILLISECONDS };
const KEEP_ALIVE_MILLISECONDS = 10_000;
const ATTEMPTS = 5;
/** A later commit that waits for the disk also makes earlier ones durable. */
const BEGIN_PART = "begin; set local synchronous_commit = off";

export interface PostgresOptions {
  /** The database itself; of several comma-separated hosts, the one that accepts writes. */
  url: string;
  /** A pooler in front of it that assigns connections per transaction, such as PgBouncer in transaction mode. */
  poolerUrl?: string | undefined;
  /** A streaming replica for read-only queries. */
  readUrl?: string | undefined;
  /** Statement timeout; the timeouts that detect a silent network are derived from it. */
  statementMilliseconds?: number | undefined;
  /** Maximum connections for queries; 16 by default. */
  connections?: number | undefined;
  /** May throw to prevent creating the tables of a new database. */
  beforeMaking?: () => void;
}

/**
 * Connects to the database and migrates it to this version. Throws store_unreachable, schema_newer, schema_changed,
 * search_extension_missing, job_schema_missing or pooler_in_between.
 */
export async function openPostgres(
  {
    url,
    poolerUrl,
    readUrl,
    statementMilliseconds = STATEMENT_MILLISECONDS,
    connections = CONNECTIONS,
    beforeMaking = () => {},
  }: PostgresOptions,
  clock: Clock,
): Promise<PostgresEngine> {
  const primary = createPrimary(url);
  const silence = silenceAfter(statementMilliseconds);
  const limits = sessionLimits(statementMilliseconds);
  const own = { ...limits, options: STARTED_WITH };
  const direct = (): pg.PoolConfig => ({ ...SETTINGS, ...own, connectionString: primary.url() });
  const pool = openPool(primary, poolerUrl, { ...own, query_timeout: silence, max: connections });
  let replica: ReadReplica | null = null;
  try {
    await primary.find();
    await prepare(direct(), clock, beforeMaking);
    await (poolerUrl === undefined ? refusePooler(pool) : pool.query("select 1"));
    const channel = await listenOnPostgres(async () => {
      await primary.find();
      return direct();
    }, listenerTiming(statementMilliseconds));
    replica =
      readUrl === undefined
        ? null
        : openReadReplica({ ...direct(), query_timeout: silence, connectionString: readUrl }, pool);
    const transactionSettings = poolerUrl === undefined ? null : { ...limits, ...PLANNING };
    return createEngine({ pool, primary, replica, transactionSettings, channel });
  } catch (error) {
    await pool.end();
    throw postgresError(error);
  }
}

const SETTINGS: pg.PoolConfig = {
  application_name: "winnow",
  connectionTimeoutMillis: CONNECT_MILLISECONDS,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_MILLISECONDS,
};

/**
 * Compiling plans and starting workers pay off in statements that take seconds. PostgreSQL does both for searches of
 * milliseconds, because it overestimates what the index of words costs. Workers help with the tables of a million leads.
 */
const PLANNING = {
  jit: "off",
  enable_parallel_append: "off",
  min_parallel_table_scan_size: "512MB",
  min_parallel_index_scan_size: "32MB",
};
const STARTED_WITH = Object.entries(PLANNING)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(" ");

/** The second ends transactions of a process the network has cut off, which releases their locks. */
function sessionLimits(statementMilliseconds: number) {
  return {
    statement_timeout: statementMilliseconds,
    idle_in_transaction_session_timeout: statementMilliseconds,
  };
}

type SessionLimits = ReturnType<typeof sessionLimits>;

/** Settings for new connections; not for pooled ones, where they would affect the next client too. */
type OwnConnection = SessionLimits & { options: string };

function openPool(
  primary: Primary,
  poolerUrl: string | undefined,
  { query_timeout: silence, max, ...own }: OwnConnection & { query_timeout: number; max: number },
): pg.Pool {
  const settings: pg.PoolConfig = { ...SETTINGS, query_timeout: silence, max };
  return poolerUrl === undefined
    ? // oxlint-disable-next-line typescript/no-misused-promises -- the pool awaits it, despite its type
      createPool({ ...settings, ...own, Client: clientOf(primary), onConnect: refuseStandby })
    : createPool({ ...settings, connectionString: poolerUrl });
}

/** Connects each new connection to the current primary. */
function clientOf(primary: Primary): typeof pg.Client {
  return class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super({ ...(typeof config === "object" && config), connectionString: primary.url() });
    }
  };
}

/** Uses a separate connection without a timeout, because building an index may take long. */
async function prepare(settings: pg.PoolConfig, clock: Clock, beforeMaking: () => void): Promise<void> {
  const pool = createPool({ ...settings, max: 1 });
  try {
    if (!(await checkPostgresMade(pool))) beforeMaking();
    await requireJobSchema(statementRunner(pool));
    await migratePostgres(pool, clock);
  } finally {
    await pool.end();
  }
}

/**
 * One that rejects session settings is found when it does. Others take them, and then statements fail at random, because
 * a connection's session is another one after each transaction.
 */
async function refusePooler(pool: pg.Pool): Promise<void> {
  const clients = await Promise.all([pool.connect(), pool.connect()]);
  try {
    const mark = randomUUID();
    await clients[0].query("select set_config('winnow.session', $1, false)", [mark]);
    const { rows } = await clients[1].query<{ seen: string | null }>(
      "select current_setting('winnow.session', true) as seen",
    );
    if (rows[0]?.seen === mark) throw poolerInBetween();
  } finally {
    for (const client of clients) client.release();
  }
}

interface Connected {
  pool: pg.Pool;
  primary: Primary;
  replica: ReadReplica | null;
  /** Set in each transaction when a pooler is used, because its connections can't have settings; null without one. */
  transactionSettings: (SessionLimits & typeof PLANNING) | null;
  channel: Channel;
}

function createEngine({ pool, primary, replica, transactionSettings, channel }: Connected): PostgresEngine {
  // With a pooler, the next transaction gets another connection, which lacks prepared statements.
  const drive = postgresDriver(createQueryNamer(transactionSettings === null ? undefined : 0));
  const settings = Object.entries(transactionSettings ?? {}).map(([name, value]) => `; set local ${name} = '${value}'`);
  const transactOnce = async <T>(work: () => Work<T>, begin: string): Promise<T> => {
    const client = await pool.connect();
    let result: T;
    try {
      await client.query(begin + settings.join(""));
      result = await drive(work(), client);
    } catch (error) {
      // No rollback on a lost connection, which wouldn't respond to it either.
      const broken = isConnectionError(error) || (await isRefused(client.query("rollback")));
      client.release(broken);
      throw error;
    }
    try {
      await client.query(COMMIT);
    } catch (error) {
      client.release(true);
      throw error;
    }
    client.release();
    return result;
  };

  /** Retries transactions that PostgreSQL aborts, such as one side of a deadlock. */
  const again = async <T>(attempt: () => Promise<T>): Promise<T> => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await attempt();
      } catch (error) {
        if (!isRetryable(error) || tries === ATTEMPTS) throw mapError(error);
      }
    }
  };

  const mapError = (error: unknown): unknown => {
    const failure = postgresError(error);
    // After a failover, new connections must go to the new primary.
    if (isStoreFailure(failure)) primary.find().catch(() => {});
    return failure;
  };

  const run = <T>(work: () => Work<T>): Promise<T> => again(() => drive(work(), pool));

  return {
    name: "postgres",
    sql: POSTGRES_SQL,
    run,
    read: (work) =>
      replica === null
        ? run(work)
        : replica.read(
            (client) => drive(work(), client),
            () => run(work),
          ),
    transact: (work, { isPart = false } = {}) => again(() => transactOnce(work, isPart ? BEGIN_PART : "begin")),
    async scrub(tables) {
      // Separate statements, because VACUUM can't run in a transaction; table names are program constants.
      for (const table of tables) {
        try {
          await pool.query(`vacuum ${table}`);
        } catch (error) {
          // Autovacuum handles a table that takes longer than the statement timeout.
          if (!(error instanceof pg.DatabaseError) || error.code !== QUERY_CANCELED) throw postgresError(error);
        }
      }
    },
    publish: (message) => channel.publish(pool, "winnow", message),
    subscribe: (listener) => channel.subscribe("winnow", listener),
    jobs: {
      executeSql: async (text, values) => {
        try {
          return await statementRunner(pool).executeSql(text, values);
        } catch (error) {
          throw mapError(error);
        }
      },
      publish: (message) => channel.publish(pool, "winnow_jobs", message),
      subscribe: (listener) => channel.subscribe("winnow_jobs", listener),
    },
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async close() {
      await channel.close();
      await replica?.close();
      await pool.end();
    },
  };
}

function isRefused(query: Promise<unknown>): Promise<boolean> {
  return query.then(
    () => false,
    () => true,
  );
}

/**
 * Whether there is a Winnow database. Throws store_damaged when a table or trigger of its migrations is missing;
 * schema_newer or schema_changed when this program doesn't know them.
 */
async function checkPostgresMade(pool: pg.Pool): Promise<boolean> {
  const client = await pool.connect();
  try {
    // Repeatable read, because another process may be migrating: either all of a migration is visible or none of it.
    await client.query("begin isolation level repeatable read read only");
    return await check(client);
  } finally {
    await client.query("rollback").finally(() => client.release());
  }
}

async function check(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'
      union select tgname from pg_trigger t join pg_class c on c.oid = t.tgrelid
        where c.relnamespace = current_schema()::regnamespace and not tgisinternal`,
  );
  const there = new Set(rows.map(({ name }) => name));
  // Other applications may share the schema, so without this table there is no Winnow here yet.
  if (!there.has("schema_versions")) return false;
  const { rows: applied } = await client.query<AppliedMigration>("select * from schema_versions order by version");
  requireMade("postgres", applied, there);
  return true;
}
