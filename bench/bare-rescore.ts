// Changes every lead's score in batches, using only the driver. Prints the seconds it took.
import Database from "better-sqlite3";
import pg from "pg";

const ROWS_PER_TRANSACTION = 1_000;
const SHIFT = 7;
const SCORES = 101;

const [, , engine, database = ""] = process.argv;
const parts = JSON.stringify([
  { ruleId: "1", ruleName: "Form", keyword: "ltd", field: "company", start: 10, end: 13, points: 27 },
]);
const at = new Date().toISOString();
console.log((engine === "postgres" ? await updatePostgres() : updateSqlite()) / 1_000);

function updateSqlite(): number {
  const db = new Database(database);
  for (const pragma of ["synchronous = full", "temp_store = memory", "cache_size = -16000"]) db.pragma(pragma);
  const read = db.prepare("select id, score from leads where id > ? order by id limit ?").raw();
  const write = db.prepare(
    "update leads set score = ?, score_parts = ?, processed_at = ?, revision = revision + 1 where id = ?",
  );
  const start = performance.now();
  for (let last = 0; ;) {
    const rows = read.all(last, ROWS_PER_TRANSACTION) as [number, number][];
    const end = rows.at(-1);
    if (end === undefined) break;
    db.transaction(() => {
      for (const [id, score] of rows) write.run((score + SHIFT) % SCORES, parts, at, id);
    })();
    [last] = end;
  }
  const milliseconds = performance.now() - start;
  db.close();
  return milliseconds;
}

async function updatePostgres(): Promise<number> {
  const client = new pg.Client(database);
  await client.connect();
  const start = performance.now();
  for (let last = "0"; ;) {
    const { rows } = await client.query<[string, number]>({
      text: "select id, score from leads where id > $1 order by id limit $2",
      values: [last, ROWS_PER_TRANSACTION],
      rowMode: "array",
    });
    const end = rows.at(-1);
    if (end === undefined) break;
    await client.query({
      name: "write",
      text: `update leads set score = given.score, score_parts = $3, processed_at = $4, revision = revision + 1
        from unnest($1::bigint[], $2::integer[]) as given (id, score) where leads.id = given.id`,
      values: [rows.map(([id]) => id), rows.map(([, score]) => (score + SHIFT) % SCORES), parts, at],
    });
    [last] = end;
  }
  const milliseconds = performance.now() - start;
  await client.end();
  return milliseconds;
}
