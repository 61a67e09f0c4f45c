import pg from "pg";
import type { Clock } from "#server/platform/clock.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Migration } from "#server/store/migrations/dialect.ts";
import { MIGRATIONS } from "#server/store/migrations/list.ts";
import {
  MIGRATION_TABLE,
  pendingMigrations,
  type AppliedMigration,
} from "#server/store/migrations/pending-migrations.ts";

/** Any number, the same in every process: who holds it may change the tables. */
const LOCK = 8_246_031_957;

/** Brings the database to the newest version, all steps or none; processes that start together wait for the first. */
export async function migratePostgres(
  pool: pg.Pool,
  clock: Clock,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    // Building an index over many leads may take longer than any query should.
    await client.query("set local statement_timeout = 0");
    await takePostgresSteps(client, clock, migrations);
    await client.query("commit");
    client.release();
  } catch (error) {
    // Ending the connection undoes the transaction.
    client.release(true);
    throw explainedMigrationError(error);
  }
}

/** Takes the steps that the database has not taken yet, inside the transaction at hand. */
export async function takePostgresSteps(
  client: pg.ClientBase,
  clock: Clock,
  migrations: readonly Migration[],
): Promise<void> {
  await client.query("select pg_advisory_xact_lock($1)", [LOCK]);
  await client.query(MIGRATION_TABLE);
  const applied = await client.query<AppliedMigration>("select * from schema_versions order by version");
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

/** A migration's error as one that people may see; others stay as they are. */
export function explainedMigrationError(error: unknown): unknown {
  const refused = error instanceof pg.DatabaseError && /pg_trgm/u.test(error.message);
  if (!refused) return error;
  return new AppError(
    "search_extension_missing",
    503,
    "Winnow searches with PostgreSQL's extension pg_trgm, which this database has not got and this user may not add. Ask its administrator to run: CREATE EXTENSION pg_trgm;",
    { cause: error },
  );
}
