// Reads every lead's scoring inputs, using only the driver. Prints the seconds it took.
import Database from "better-sqlite3";
import pg from "pg";

const ROWS = 8_192;
const COLUMNS =
  "id, status, status_set_by, score, created_at, email, company, industry, title, notes, facts from leads where id";

const [, , engine, database = ""] = process.argv;
console.log((engine === "postgres" ? await scanPostgres() : scanSqlite()) / 1_000);

function scanSqlite(): number {
  const db = new Database(database, { readonly: true });
  const start = performance.now();
  const read = db.prepare(`select ${COLUMNS} > ? order by id limit ${ROWS}`).raw();
  for (let last: unknown = 0; last !== undefined;) last = (read.all(last) as unknown[][]).at(-1)?.[0];
  const milliseconds = performance.now() - start;
  db.close();
  return milliseconds;
}

async function scanPostgres(): Promise<number> {
  const client = new pg.Client(database);
  await client.connect();
  const start = performance.now();
  const text = `select ${COLUMNS} > $1 order by id limit ${ROWS}`;
  for (let last: unknown = 0; last !== undefined;) {
    const { rows } = await client.query<unknown[]>({ text, values: [last], rowMode: "array" });
    last = rows.at(-1)?.[0];
  }
  const milliseconds = performance.now() - start;
  await client.end();
  return milliseconds;
}
