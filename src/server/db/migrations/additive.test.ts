import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "#server/platform/clock.ts";
import type { Migration } from "#server/db/migrations/dialect.ts";
import { MIGRATIONS } from "#server/db/migrations/list.ts";
import { BASELINE_VERSION } from "#server/db/migrations/pending-migrations.ts";
import { migratePostgres } from "#server/db/migrations/migrate-postgres.ts";
import { temporaryDatabase } from "#test/stores.ts";

const COLUMNS = `select table_name || '.' || column_name as name, table_name as of,
  data_type || case is_nullable when 'NO' then ' not null' else '' end as type,
  is_nullable = 'YES' or column_default is not null or is_identity = 'YES' as may_be_left_out
  from information_schema.columns where table_schema = current_schema()`;
/** What rejects rows: constraints, including unique indexes, and triggers. */
const RULES = `select c.relname || ': ' || pg_get_constraintdef(k.oid) as name, c.relname as of from pg_constraint k
    join pg_class c on c.oid = k.conrelid where c.relnamespace = current_schema()::regnamespace
  union select indexdef, tablename from pg_indexes where schemaname = current_schema() and indexdef like 'CREATE UNIQUE%'
  union select pg_get_triggerdef(t.oid), c.relname from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = current_schema()::regnamespace and not tgisinternal`;

interface Column {
  name: string;
  of: string;
  type: string;
  may_be_left_out: boolean;
}
type Rule = Pick<Column, "name" | "of">;

async function emptyDatabase(): Promise<pg.Pool> {
  const pool = new pg.Pool({ connectionString: await temporaryDatabase(), max: 1 });
  onTestFinished(() => pool.end());
  return pool;
}

/**
 * What a migration does that keeps an older process from reading or writing as before. The database is empty, or has
 * some of the earlier migrations.
 */
async function hindrancesOf(pool: pg.Pool, step: Migration, earlier: readonly Migration[]): Promise<string[]> {
  const look = async () => ({
    columns: (await pool.query<Column>(COLUMNS)).rows,
    rules: (await pool.query<Rule>(RULES)).rows,
  });
  await migratePostgres(pool, systemClock, earlier);
  const before = await look();
  await migratePostgres(pool, systemClock, [...earlier, step]);
  const after = await look();
  const tables = new Set(before.columns.map(({ of }) => of));
  const [known, now] = [namesOf(before.columns), new Map(after.columns.map((column) => [column.name, column.type]))];
  const rules = namesOf(before.rules);
  return [
    ...before.columns
      .filter(({ name, type }) => now.get(name) !== type)
      .map(({ name }) => `${name} is another or gone`),
    ...after.columns
      .filter((column) => tables.has(column.of) && !known.has(column.name) && !column.may_be_left_out)
      .map(({ name }) => `${name} has to be given`),
    ...after.rules
      .filter((rule) => tables.has(rule.of) && !rules.has(rule.name))
      .map(({ name }) => `new rule: ${name}`),
  ];
}

function namesOf(found: readonly Rule[]): Set<string> {
  return new Set(found.map(({ name }) => name));
}

/** Version 34 of the database was the first that a rolling upgrade could start from. */
const FIRST_STEP = 35;

test("every migration since rolling upgrades keeps what the previous version uses", async () => {
  const pool = await emptyDatabase();
  for (const [index, step] of MIGRATIONS.entries()) {
    if (BASELINE_VERSION + index < FIRST_STEP || /^contract-\d+-/u.test(step.name)) continue;
    expect([step.name, await hindrancesOf(pool, step, MIGRATIONS.slice(0, index))]).toEqual([step.name, []]);
  }
});

test.each([
  ["alter table leads drop column notes", ["leads.notes is another or gone"]],
  ["alter table rules add column color text not null", ["rules.color has to be given"]],
  [
    "create unique index rules_name on rules (name)",
    [expect.stringContaining("new rule: CREATE UNIQUE INDEX rules_name")],
  ],
  ["create table colors (name text not null)", []],
])("detects what a migration removes or rejects: %s", async (postgres, found) => {
  const step = { name: "step", sqlite: "", postgres };
  expect(await hindrancesOf(await emptyDatabase(), step, MIGRATIONS)).toEqual(found);
});
