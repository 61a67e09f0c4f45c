import type pg from "pg";
import { AppError } from "#server/platform/errors.ts";
import { systemClock } from "#server/platform/clock.ts";
import type { Cell, LoadTarget, TableShape } from "#server/db/backup/snapshot.ts";
import { connectForBackup, postgresReader, queryOn, sequenceOf } from "#server/db/backup/postgres-snapshot.ts";
import { MIGRATIONS, migrationsUpTo } from "#server/db/migrations/list.ts";
import { explainedMigrationError, takePostgresSteps } from "#server/db/migrations/migrate-postgres.ts";
import type { WorkRunner } from "#server/db/engine/engine.ts";
import { postgresDriver } from "#server/db/postgres/postgres-driver.ts";
import { postgresError } from "#server/db/postgres/postgres-error.ts";
import { createQueryNamer } from "#server/db/postgres/postgres-query-namer.ts";
import { POSTGRES_SQL } from "#server/db/postgres/postgres-sql.ts";
import type { Work } from "#server/db/engine/sql.ts";
import { JOB_SCHEMA } from "#server/db/jobs/start-pg-boss.ts";
import { madeNames } from "#server/db/migrations/made-names.ts";

/** Characters per statement's values: with fewer, round trips would dominate. */
const INSERT_CHARACTERS = 1_000_000;

/**
 * Creates the tables of a version in a PostgreSQL database, to load a backup into, all in one transaction. With
 * `asideName`, existing tables first move into a schema of that name, which is returned; without, throws
 * database_not_empty. Throws database_in_use while another Winnow is connected.
 */
export async function openPostgresTarget(
  url: string,
  version: number,
  { asideName }: { asideName: string | null },
): Promise<{ target: LoadTarget; aside: string | null }> {
  const client = await connectForBackup(url);
  try {
    await client.query("begin");
    await client.query("set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0");
    await client.query("set local maintenance_work_mem = '128MB'");
    await refuseInUse(client);
    const aside = await setAside(client, asideName);
    await takePostgresSteps(client, systemClock, migrationsUpTo(version));
    const indexes = await dropIndexes(client);
    return { target: { ...postgresReader(client), ...loaderOf(client, indexes) }, aside };
  } catch (error) {
    await client.end();
    throw postgresError(explainedMigrationError(error));
  }
}

async function refuseInUse(client: pg.Client): Promise<void> {
  const found = await client.query<{ n: number }>(
    `select count(*)::integer as n from pg_stat_activity
      where datname = current_database() and application_name = 'winnow'`,
  );
  if ((found.rows[0]?.n ?? 0) === 0) return;
  throw new AppError(
    "database_in_use",
    409,
    "Winnow is running on this database. Stop all its processes and try again.",
  );
}

/** Drops the indexes that don't belong to a constraint; returns the statements that recreate them. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const found = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
      from pg_index i join pg_class c on c.oid = i.indrelid
      where c.relnamespace = current_schema()::regnamespace
        and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid)`,
  );
  for (const { name } of found.rows) await client.query(`drop index ${name}`);
  return found.rows.map(({ definition }) => definition);
}

function loaderOf(
  client: pg.Client,
  indexes: readonly string[],
): Omit<LoadTarget, "engine" | "tables" | "rows" | "lastId"> {
  const query = (text: string, values?: unknown[]): Promise<pg.QueryResult> => queryOn(client, text, values);
  let isScrubbed = true;
  return {
    async insert(table, rows) {
      const columns = table.columns.join(", ");
      for (const json of recordsets(table, rows)) {
        await query(
          `insert into ${table.name} (${columns})
            select ${columns} from json_populate_recordset(null::${table.name}, $1::json)`,
          [json],
        );
      }
    },
    async empty(table) {
      await query(`delete from ${table}`);
    },
    async setLastId(table, lastId) {
      const sequence = await sequenceOf(client, table);
      if (sequence !== null) await query("select setval($1, $2, $3)", [sequence, lastId ?? 1, lastId !== null]);
    },
    async derive() {
      for (const statement of indexes) await query(statement);
    },
    async tallied() {
      const { rows } = await query("select to_regclass('lead_totals') is not null as kept");
      const table = (rows[0] as { kept: boolean }).kept ? "lead_totals" : "(select count(*) as count from leads) l";
      const found = await query(`select coalesce(sum(count), 0) as n from ${table}`);
      return Number((found.rows[0] as { n: string }).n);
    },
    async migrateOn() {
      await takePostgresSteps(client, systemClock, MIGRATIONS);
    },
    works: worksOf(client, () => {
      isScrubbed = false;
    }),
    async commit() {
      await query("commit");
      // Autovacuum would do this within minutes, and does if it fails here; until then query plans are guesses and
      // erased data is still in the files.
      await client.query(isScrubbed ? "analyze" : "vacuum analyze").catch(() => {});
      await client.end();
    },
    // Closing the connection rolls back the transaction.
    abandon: () => client.end(),
  };
}

/**
 * Runs work in the current transaction; scrubbing is deferred through `toScrub`, because VACUUM can't run in a
 * transaction.
 */
function worksOf(client: pg.Client, toScrub: () => void): WorkRunner {
  const drive = postgresDriver(createQueryNamer(0));
  const run = async <T>(work: () => Work<T>): Promise<T> => {
    try {
      return await drive(work(), client);
    } catch (error) {
      throw postgresError(error);
    }
  };
  return { name: "postgres", sql: POSTGRES_SQL, run, transact: run, scrub: () => Promise.resolve(toScrub()) };
}

/** Rows as JSON for json_populate_recordset, which takes the types from the table. */
function* recordsets(table: TableShape, rows: readonly (readonly Cell[])[]): Generator<string> {
  let records: string[] = [];
  let characters = 0;
  for (const row of rows) {
    const record = JSON.stringify(Object.fromEntries(row.map((cell, place) => [table.columns[place], toValue(cell)])));
    records.push(record);
    characters += record.length;
    if (characters < INSERT_CHARACTERS) continue;
    yield `[${records.join()}]`;
    records = [];
    characters = 0;
  }
  if (records.length > 0) yield `[${records.join()}]`;
}

function toValue(cell: Cell): null | string | number {
  if (typeof cell !== "object" || cell === null) return cell;
  return String.raw`\x` + Buffer.from(cell.base64, "base64").toString("hex");
}

/**
 * Moves the existing Winnow tables and functions into a new schema of this name, and renames its job schema to match,
 * within the current transaction. Returns the name, or null when there are none. With a null name, throws
 * database_not_empty when there are any.
 */
async function setAside(client: pg.Client, schema: string | null): Promise<string | null> {
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
      "This database already has Winnow data. Set DATABASE_URL to an empty one, or set the existing data aside: npm run restore -- FILE --replace",
    );
  }
  await client.query(`create schema ${schema}`);
  for (const { kind, name } of found.rows) await client.query(`alter ${kind} ${name} set schema ${schema}`);
  const jobs = await client.query("select 1 from pg_namespace where nspname = $1", [JOB_SCHEMA]);
  // Otherwise, jobs of the replaced database would run on the new one.
  if (jobs.rows.length > 0) await client.query(`alter schema ${JOB_SCHEMA} rename to ${schema}_jobs`);
  return schema;
}
