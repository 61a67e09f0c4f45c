import Database from "better-sqlite3";
import pg from "pg";
import { INDEX_PADDING } from "#server/db/sqlite/sqlite-sql.ts";

/** What differs in copy number `n` of a lead, as SQL expressions over the lead. */
const changed = (n: number): Record<string, string> => ({
  email: `'${n}.' || email`,
  email_key: `'${n}.' || email_key`,
  phone: `phone || '${n}'`,
  phone_key: `phone_key || '${n}'`,
});
/** Tables of values by lead, with the column of its id. */
const BY_LEAD = { lead_field_values: "lead_id" };

interface Filled {
  engine: "sqlite" | "postgres";
  /** The SQLite file or PostgreSQL URL. */
  database: string;
}

/** Multiplies the leads of a database in place, much faster than intake can add them. */
export async function copyLeads({ engine, database }: Filled, copies: number): Promise<void> {
  if (engine === "sqlite") copyInSqlite(database, copies);
  else await copyInPostgres(database, copies);
}

function copyInSqlite(file: string, copies: number): void {
  const db = new Database(file);
  const all = <T>(query: string): T[] => db.prepare<[], T>(query).all();
  const columnsOf = (table: string): string[] =>
    all<{ name: string; hidden: number }>(`pragma table_xinfo(${table})`).flatMap(({ name, hidden }) =>
      hidden === 0 ? name : [],
    );
  const indexes = all<{ name: string; sql: string }>(
    "select name, sql from sqlite_schema where type = 'index' and tbl_name = 'leads' and sql is not null",
  );
  const compared = all<{ sql: string }>("select sql from sqlite_schema where name = 'leads_to_compare_added'");
  db.pragma("journal_mode = off");
  db.pragma("synchronous = off");
  db.pragma("cache_size = -1000000");
  db.exec(`begin; drop trigger leads_to_compare_added; ${indexes.map(({ name }) => `drop index ${name};`).join("")}`);
  const [{ last } = { last: 0 }] = all<{ last: number }>("select max(id) as last from leads");
  for (let copy = 1; copy < copies; copy += 1) {
    for (const statement of statementsOf(copy, last, columnsOf)) db.exec(statement);
  }
  db.prepare("insert into lead_index (rowid, text) select id, text || ? from lead_search where id > ?").run(
    INDEX_PADDING,
    last,
  );
  db.prepare("insert into lead_words (rowid, words) select id, words from lead_search where id > ?").run(last);
  for (const { sql } of [...indexes, ...compared]) db.exec(sql);
  db.exec("commit");
  db.pragma("journal_mode = wal");
  db.close();
}

async function copyInPostgres(url: string, copies: number): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  const all = async <T extends pg.QueryResultRow>(query: string): Promise<T[]> => (await client.query<T>(query)).rows;
  const columns = await all<{ table_name: string; column_name: string }>(
    "select table_name, column_name from information_schema.columns where table_schema = 'public' and is_generated = 'NEVER'",
  );
  const columnsOf = (table: string): string[] =>
    columns.flatMap(({ table_name, column_name }) => (table_name === table ? column_name : []));
  const indexes = await all<{ indexname: string; indexdef: string }>(
    "select indexname, indexdef from pg_indexes where tablename in ('leads', 'lead_search') and indexname not like '%_pkey'",
  );
  await client.query("set maintenance_work_mem = '1GB'; alter table leads disable trigger leads_to_compare_added");
  for (const { indexname } of indexes) await client.query(`drop index ${indexname}`);
  const [{ last } = { last: "0" }] = await all<{ last: string }>("select max(id) as last from leads");
  for (let copy = 1; copy < copies; copy += 1) {
    for (const statement of statementsOf(copy, Number(last), columnsOf)) await client.query(statement);
  }
  for (const { indexdef } of indexes) await client.query(indexdef);
  await client.query("alter table leads enable trigger leads_to_compare_added");
  await client.query("select setval(pg_get_serial_sequence('leads', 'id'), (select max(id) from leads))");
  await client.end();
}

/** Adds copy number `copy` of the leads up to the id `last`, after the copies before it. */
function statementsOf(copy: number, last: number, columnsOf: (table: string) => string[]): string[] {
  const shift = copy * last;
  const insert = (table: string, key: string, values: Record<string, string>, from = table): string => {
    const columns = columnsOf(table);
    const each = columns.map((column) => (column === key ? `${key} + ${shift}` : (values[column] ?? column)));
    return `insert into ${table} (${columns.join(", ")}) select ${each.join(", ")} from ${from} where ${key} <= ${last}`;
  };
  return [
    insert("leads", "id", changed(copy)),
    insert(
      "lead_search",
      "id",
      { text: `replace(text, email_key, '${copy}.' || email_key)` },
      "lead_search join (select id as of, email_key from leads) lead on of = id",
    ),
    ...Object.entries(BY_LEAD).map(([table, key]) => insert(table, key, {})),
  ];
}
