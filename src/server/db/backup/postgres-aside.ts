import type pg from "pg";
import { AppError } from "#server/platform/errors.ts";
import { JOB_SCHEMA } from "#server/db/jobs/start-pg-boss.ts";
import { madeNames } from "#server/db/migrations/made-names.ts";

/**
 * Moves the existing Winnow tables and functions into a new schema of this name, and renames its job schema to match,
 * within the current transaction. Returns the name, or null when there are none. With a null name, throws
 * database_not_empty when there are any.
 */
export async function setAside(client: pg.Client, schema: string | null): Promise<string | null> {
  const { tables, functions } = madeNames("postgres");
  const found = await client.query<{ kind: "table" | "function"; name: string }>(
    `select 'table' as kind, oid::regclass::text as name from pg_class
        where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname = any($1)
      union all
      select 'function', oid::regprocedure::text from pg_proc
        where pronamespace = current_schema()::regnamespace and proname = any($2)`,
    [[...tables], [...functions]],
  );
  if (found.rows.length === 0) return null;
  if (schema === null) {
    throw new AppError(
      "database_not_empty",
      409,
      "This database already has Winnow data. Set DATABASE_URL to an empty one, or add --replace to set the existing data aside.",
    );
  }
  await client.query(`create schema ${schema}`);
  for (const { kind, name } of found.rows) await client.query(`alter ${kind} ${name} set schema ${schema}`);
  const jobs = await client.query("select 1 from pg_namespace where nspname = $1", [JOB_SCHEMA]);
  // Otherwise, jobs of the replaced database would run on the new one.
  if (jobs.rows.length > 0) await client.query(`alter schema ${JOB_SCHEMA} rename to ${schema}_jobs`);
  return schema;
}
