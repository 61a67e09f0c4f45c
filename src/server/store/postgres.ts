import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely";
import pg from "pg";
import type { Clock } from "#server/platform/clock.ts";
import type { Engine } from "#server/store/engine.ts";
import { migratePostgres } from "#server/store/migrations/migrate-postgres.ts";
import { isRetryable, postgresError } from "#server/store/postgres-error.ts";
import { postgresLeadPages } from "#server/store/postgres-lead-pages.ts";
import { listenOnPostgres } from "#server/store/postgres-listener.ts";
import { POSTGRES_SQL } from "#server/store/postgres-sql.ts";
import { createQueryNamer } from "#server/store/postgres-query-namer.ts";
import { textsFromStored } from "#server/store/stored-text.ts";
import type { Tables } from "#server/store/tables.ts";
import type { Work } from "#server/store/work.ts";

const CONNECTIONS = 16;
const CONNECT_MILLISECONDS = 5_000;
const STATEMENT_MILLISECONDS = 60_000;
const ATTEMPTS = 5;
/** A commit that waits for the disk takes those before it along. */
const BEGIN_PART = "begin; set local synchronous_commit = off";

/**
 * Connects to the database and brings it to this version. Throws store_unreachable, schema_newer, schema_changed or
 * search_extension_missing.
 */
export async function openPostgres(url: string, clock: Clock): Promise<Engine> {
  const settings: pg.PoolConfig = {
    connectionString: url,
    application_name: "winnow",
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
    statement_timeout: STATEMENT_MILLISECONDS,
    keepAlive: true,
  };
  const pool = new pg.Pool({ ...settings, max: CONNECTIONS });
  // A connection that breaks is replaced at its next use; without a listener its error would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  const build = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  try {
    await migratePostgres(pool, clock);
    const channel = await listenOnPostgres(settings);
    return createEngine(pool, build, channel);
  } catch (error) {
    await pool.end();
    throw postgresError(error);
  }
}

function createEngine(
  pool: pg.Pool,
  build: Kysely<Tables>,
  channel: Awaited<ReturnType<typeof listenOnPostgres>>,
): Engine {
  const toQuery = createQueryNamer(build);
  const drive = async <T>(work: Work<T>, client: pg.Pool | pg.PoolClient): Promise<T> => {
    let step = work.next();
    while (step.done !== true) {
      const { rows } = await client.query<Record<string, unknown> | unknown[]>(toQuery(step.value));
      if (step.value.verbatim !== true) for (const row of rows) textsFromStored(row as Record<string, unknown>);
      step = work.next(rows);
    }
    return step.value;
  };

  const transactOnce = async <T>(work: () => Work<T>, begin: string): Promise<T> => {
    const client = await pool.connect();
    try {
      await client.query(begin);
      const result = await drive(work(), client);
      await client.query("commit");
      client.release();
      return result;
    } catch (error) {
      // A connection on which even the rollback fails is not used again.
      const broken = await client.query("rollback").then(
        () => false,
        () => true,
      );
      client.release(broken);
      throw error;
    }
  };

  return {
    name: "postgres",
    build,
    pages: postgresLeadPages(),
    sql: POSTGRES_SQL,
    run: (work) => again(() => drive(work(), pool)),
    transact: (work, { isPart = false } = {}) => again(() => transactOnce(work, isPart ? BEGIN_PART : "begin")),
    publish: (message) => channel.publish(pool, message),
    subscribe: (listener) => channel.subscribe(listener),
    async close() {
      await channel.close();
      await pool.end();
    },
  };
}

/** Does it once more, and again, while PostgreSQL breaks it off for a deadlock, of which it ends only one side. */
async function again<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!isRetryable(error) || tries === ATTEMPTS) throw postgresError(error);
    }
  }
}
