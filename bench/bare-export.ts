// The export's limit: every row through the bare driver, columns joined. Prints rows per second. Arguments: the engine,
// and the SQLite file or PostgreSQL URL.
import Database from "better-sqlite3";
import pg from "pg";

const FETCHED = 1_000;
const SELECT = `select name, email, company, industry, title, phone, status, score, keywords, source, missing_info,
  qualification_status, notes, scrape_url, created_at, updated_at, id, next_step, next_step_due, owner, tag_marks,
  address_quality, address_reason from leads order by id desc`;

const [engine, database = ""] = process.argv.slice(2);
const start = performance.now();
const read = engine === "postgres" ? await fromPostgres(database) : fromSqlite(database);
if (read.characters === 0) throw new Error("Nothing was read.");
process.stdout.write(`${(read.rows * 1000) / (performance.now() - start)}\n`);

function fromSqlite(file: string): { rows: number; characters: number } {
  let [rows, characters] = [0, 0];
  for (const row of new Database(file).prepare(SELECT).raw().iterate() as Iterable<unknown[]>) {
    rows += 1;
    characters += `${row.join(",")}\r\n`.length;
  }
  return { rows, characters };
}

async function fromPostgres(url: string): Promise<{ rows: number; characters: number }> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`begin; declare leads_cursor no scroll cursor for ${SELECT}`);
  let [rows, characters] = [0, 0];
  for (;;) {
    const fetched = await client.query<unknown[]>({ text: `fetch ${FETCHED} from leads_cursor`, rowMode: "array" });
    for (const row of fetched.rows) characters += `${row.join(",")}\r\n`.length;
    rows += fetched.rows.length;
    if (fetched.rows.length < FETCHED) break;
  }
  await client.end();
  return { rows, characters };
}
