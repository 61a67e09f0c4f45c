import type pg from "pg";
import { MIGRATIONS } from "#server/store/migrations/list.ts";
import { madeNames } from "#server/store/migrations/made-names.ts";
import { pendingMigrations, type AppliedMigration } from "#server/store/migrations/pending-migrations.ts";
import { storeDamaged } from "#server/store/store-damaged.ts";

/** Throws store_damaged when a database of these migrations has not got all their tables and triggers; schema_newer or schema_changed of others. */
export async function checkPostgresMade(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    // Another process may be taking migrations at this moment: all of it is seen, or nothing.
    await client.query("begin isolation level repeatable read read only");
    await check(client);
  } finally {
    await client.query("rollback").finally(() => client.release());
  }
}

async function check(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'
      union select tgname from pg_trigger t join pg_class c on c.oid = t.tgrelid
        where c.relnamespace = current_schema()::regnamespace and not tgisinternal`,
  );
  const there = new Set(rows.map(({ name }) => name));
  // Others may share the schema, so without this one there is no Winnow here yet.
  if (!there.has("schema_versions")) return;
  const { rows: applied } = await client.query<AppliedMigration>("select * from schema_versions order by version");
  // Of steps that this program does not know it cannot be told what they made: they are refused for what they are.
  pendingMigrations(MIGRATIONS, "postgres", applied);
  const { tables, triggers } = madeNames("postgres", applied.length);
  const missing = [...tables, ...triggers].find((name) => !there.has(name));
  if (missing !== undefined) throw storeDamaged(undefined, `${missing} is missing`);
}
