import pg from "pg";
import { setTimeout as delay } from "node:timers/promises";
import type { Clock } from "#server/platform/clock.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Migration } from "#server/db/migrations/dialect.ts";
import { MIGRATIONS } from "#server/db/migrations/list.ts";
import { MIGRATION_TABLE, pendingMigrations, type AppliedMigration } from "#server/db/migrations/pending-migrations.ts";

/** Advisory lock for changing the tables; any number, the same in every process. */
const LOCK = 8_246_031_957;

/**
 * Queries on a table queue behind a migration waiting for its lock, so a migration waits only briefly, lets them pass
 * and retries, for as long as a backup may take.
 */
const LOCK_WAIT = { milliseconds: 1_000, restMilliseconds: 1_000, tries: 1_800 };
const LOCK_NOT_AVAILABLE = "55P03";

/** Migrates the database to the newest version, all steps or none; processes that start together wait for the first. */
export async function migratePostgres(
  pool: pg.Pool,
  clock: Clock,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await migrateOnce(pool, clock, migrations);
    } catch (error) {
      const isLocked = error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE;
      if (!isLocked || tries === LOCK_WAIT.tries) throw explainedMigrationError(error);
      await delay(LOCK_WAIT.restMilliseconds);
    }
  }
}

async function migrateOnce(pool: pg.Pool, clock: Clock, migrations: readonly Migration[]): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    // Building an index over many leads may take longer than any query should.
    await client.query(`set local statement_timeout = 0; set local lock_timeout = ${LOCK_WAIT.milliseconds}`);
    await takePostgresSteps(client, clock, migrations);
    await client.query("commit");
    client.release();
  } catch (error) {
    // Closing the connection rolls back the transaction.
    client.release(true);
    throw error;
  }
}

/** Runs the pending steps within the current transaction. */
export async function takePostgresSteps(
  client: pg.ClientBase,
  clock: Clock,
  migrations: readonly Migration[],
): Promise<void> {
  await client.query("select pg_advisory_xact_lock($1)", [LOCK]);
  await client.query(MIGRATION_TABLE);
  const applied = await client.query<AppliedMigration>("select * from schema_versions order by version");
  if (applied.rows.length === 0) await requireUnicode(client);
  for (const { version, name, checksum, sql } of pendingMigrations(migrations, "postgres", applied.rows)) {
    await client.query(sql);
    await client.query("insert into schema_versions (version, name, checksum, applied_at) values ($1, $2, $3, $4)", [
      version,
      name,
      checksum,
      clock().toISOString(),
    ]);
  }
}

/** A server installed without a locale has SQL_ASCII, where Winnow would store names but not find them. */
async function requireUnicode(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ server_encoding: string }>("show server_encoding");
  const encoding = rows[0]?.server_encoding;
  if (encoding === "UTF8") return;
  throw new AppError(
    "database_encoding",
    503,
    `The PostgreSQL database has the encoding ${encoding}, and Winnow needs UTF8. Create it again with: CREATE DATABASE name ENCODING 'UTF8' TEMPLATE template0;`,
  );
}

/** Converts a migration's error to an AppError if users can act on it; returns others unchanged. */
export function explainedMigrationError(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error;
  if (error.code === "42501" && !/pg_trgm/u.test(error.message)) {
    return new AppError(
      "database_refuses_tables",
      503,
      `PostgreSQL doesn't let this user create or change Winnow's tables (${error.message}). Make it their owner: ALTER DATABASE name OWNER TO user;`,
      { cause: error },
    );
  }
  if (!/pg_trgm/u.test(error.message)) return error;
  return new AppError(
    "search_extension_missing",
    503,
    "Winnow needs PostgreSQL's pg_trgm extension, which this user can't install. Ask the database's administrator to run: CREATE EXTENSION pg_trgm;",
    { cause: error },
  );
}
