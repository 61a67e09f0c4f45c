import type { Kysely } from "kysely";
import pg from "pg";
import type { Clock } from "#server/platform/clock.ts";
import { isStoreFailure } from "#server/platform/errors.ts";
import { checkPostgresMade } from "#server/store/postgres-check.ts";
import type { Engine } from "#server/store/engine.ts";
import type { JobDatabase } from "#server/store/job-database.ts";
import { migratePostgres } from "#server/store/migrations/migrate-postgres.ts";
import { postgresBuilder, postgresDriver } from "#server/store/postgres-driver.ts";
import { isRetryable, postgresError } from "#server/store/postgres-error.ts";
import { postgresLeadPages } from "#server/store/postgres-lead-pages.ts";
import { listenOnPostgres, type Channel } from "#server/store/postgres-listener.ts";
import { POSTGRES_SQL } from "#server/store/postgres-sql.ts";
import { createPrimary, refuseStandby, type Primary } from "#server/store/postgres-primary.ts";
import { createQueryNamer } from "#server/store/postgres-query-namer.ts";
import { openReadReplica, type ReadReplica } from "#server/store/read-replica.ts";
import { toStored } from "#server/store/stored-text.ts";
import type { Tables } from "#server/store/tables.ts";
import type { Work } from "#server/store/work.ts";

export interface PostgresEngine extends Engine {
  readonly jobs: JobDatabase;
}

const CONNECTIONS = 16;
/** What PostgreSQL says of a statement that reached its limit. */
const QUERY_CANCELED = "57014";
const CONNECT_MILLISECONDS = 5_000;
const STATEMENT_MILLISECONDS = 60_000;
/** Above the server's own limit: for one that does not even say that a statement took too long. */
const SILENCE_MILLISECONDS = STATEMENT_MILLISECONDS + 5_000;
/**
 * A commit that waits longer, as for a standby that is gone, counts as not made. It has to be less than the server's
 * limit, at which PostgreSQL gives the wait up and calls the transaction committed.
 */
const COMMIT_MILLISECONDS = 10_000;
const COMMIT: pg.QueryConfig & { query_timeout: number } = { text: "commit", query_timeout: COMMIT_MILLISECONDS };
const KEEP_ALIVE_MILLISECONDS = 10_000;
const ATTEMPTS = 5;
/** A commit that waits for the disk takes those before it along. */
const BEGIN_PART = "begin; set local synchronous_commit = off";

export interface PostgresOptions {
  /** The database itself; of several hosts with commas between them, the one that takes writes. */
  url: string;
  /** A pooler before it which gives out a connection for one transaction, as PgBouncer in transaction mode. */
  poolerUrl?: string | undefined;
  /** A streaming replica that may answer what only reads. */
  readUrl?: string | undefined;
}

/**
 * Connects to the database and brings it to this version. Throws store_unreachable, schema_newer, schema_changed,
 * search_extension_missing or pooler_in_between.
 */
export async function openPostgres(
  { url, poolerUrl, readUrl }: PostgresOptions,
  clock: Clock,
): Promise<PostgresEngine> {
  const primary = createPrimary(url);
  const direct = (): pg.PoolConfig => ({ ...SETTINGS, ...OWN_CONNECTION, connectionString: primary.url() });
  const build = postgresBuilder();
  const pool = openPool(primary, poolerUrl);
  let replica: ReadReplica | null = null;
  try {
    await primary.find();
    await prepare(direct(), clock);
    if (poolerUrl !== undefined) await pool.query("select 1");
    const channel = await listenOnPostgres(async () => {
      await primary.find();
      return direct();
    });
    replica =
      readUrl === undefined
        ? null
        : openReadReplica({ ...direct(), query_timeout: SILENCE_MILLISECONDS, connectionString: readUrl }, pool);
    return createEngine({ pool, primary, replica, isPooled: poolerUrl !== undefined, build, channel });
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

/** What a connection is told when it begins; through a pooler it would be told to whoever comes next, too. */
const OWN_CONNECTION: pg.PoolConfig = { statement_timeout: STATEMENT_MILLISECONDS };

function openPool(primary: Primary, poolerUrl: string | undefined): pg.Pool {
  const settings: pg.PoolConfig = { ...SETTINGS, query_timeout: SILENCE_MILLISECONDS, max: CONNECTIONS };
  const pool =
    poolerUrl === undefined
      ? // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, which its type does not say
        new pg.Pool({ ...settings, ...OWN_CONNECTION, Client: clientOf(primary), onConnect: refuseStandby })
      : new pg.Pool({ ...settings, connectionString: poolerUrl });
  // A connection that breaks is replaced at its next use; without a listener its error would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/** Connects each new connection to what is the primary then. */
function clientOf(primary: Primary): typeof pg.Client {
  return class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super({ ...(typeof config === "object" && config), connectionString: primary.url() });
    }
  };
}

/** Building an index takes as long as it takes, so this is over a connection of its own. */
async function prepare(settings: pg.PoolConfig, clock: Clock): Promise<void> {
  const pool = new pg.Pool({ ...settings, max: 1 });
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  try {
    await checkPostgresMade(pool);
    await migratePostgres(pool, clock);
  } finally {
    await pool.end();
  }
}

interface Connected {
  pool: pg.Pool;
  primary: Primary;
  replica: ReadReplica | null;
  isPooled: boolean;
  build: Kysely<Tables>;
  channel: Channel;
}

function createEngine({ pool, primary, replica, isPooled, build, channel }: Connected): PostgresEngine {
  // What one transaction prepared is on another connection than the next one gets.
  const drive = postgresDriver(createQueryNamer(build, isPooled ? 0 : undefined));
  const limit = isPooled ? `; set local statement_timeout = ${STATEMENT_MILLISECONDS}` : "";
  const transactOnce = async <T>(work: () => Work<T>, begin: string): Promise<T> => {
    const client = await pool.connect();
    let result: T;
    try {
      await client.query(begin + limit);
      result = await drive(work(), client);
    } catch (error) {
      // A connection on which even the rollback fails is not used again.
      const broken = await client.query("rollback").then(
        () => false,
        () => true,
      );
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

  /** Does it once more, and again, while PostgreSQL breaks it off for a deadlock, of which it ends only one side. */
  const again = async <T>(attempt: () => Promise<T>): Promise<T> => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await attempt();
      } catch (error) {
        if (!isRetryable(error) || tries === ATTEMPTS) throw told(error);
      }
    }
  };

  const told = (error: unknown): unknown => {
    const failure = postgresError(error);
    // Another may be the primary by now, for the connections to come.
    if (isStoreFailure(failure)) primary.find().catch(() => {});
    return failure;
  };

  const run = <T>(work: () => Work<T>): Promise<T> => again(() => drive(work(), pool));

  return {
    name: "postgres",
    build,
    pages: postgresLeadPages(),
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
      // Each by itself, because VACUUM runs in no transaction; identifiers are constants of this program.
      for (const table of tables) {
        try {
          await pool.query(`vacuum ${table}`);
        } catch (error) {
          // One that takes longer than a statement may is left to autovacuum.
          if (!(error instanceof pg.DatabaseError) || error.code !== QUERY_CANCELED) throw postgresError(error);
        }
      }
    },
    publish: (message) => channel.publish(pool, "winnow", message),
    subscribe: (listener) => channel.subscribe("winnow", listener),
    jobs: {
      executeSql: async (text, values) => {
        try {
          return await pool.query<Record<string, unknown>>(text, values?.map(storable));
        } catch (error) {
          throw told(error);
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

function storable(value: unknown): unknown {
  return typeof value === "string" ? toStored(value) : value;
}
