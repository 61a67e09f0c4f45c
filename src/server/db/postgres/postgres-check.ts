import type pg from "pg";
import { MIGRATIONS } from "#server/db/migrations/list.ts";
import { madeNames } from "#server/db/migrations/made-names.ts";
import { pendingMigrations, versionOf, type AppliedMigration } from "#server/db/migrations/pending-migrations.ts";
import { storeDamaged } from "#server/db/engine/store-damaged.ts";

/**
 * Whether there is a Winnow database. Throws store_damaged when a table or trigger of its migrations is missing;
 * schema_newer or schema_changed when this program doesn't know them.
 */
export async function checkPostgresMade(pool: pg.Pool): Promise<boolean> {
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
  // Rejects unknown migrations first, because the tables they create are unknown too.
  pendingMigrations(MIGRATIONS, "postgres", applied);
  const { tables, triggers } = madeNames("postgres", versionOf(applied));
  const missing = [...tables, ...triggers].find((name) => !there.has(name));
  if (missing !== undefined) throw storeDamaged(undefined, `${missing} is missing`);
  return true;
}
