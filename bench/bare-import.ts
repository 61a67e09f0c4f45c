// Bulk-loads a database's rows into an empty one with the same tables, indexes and triggers, using only the driver.
// Prints the seconds of loading, without reading.
import Database from "better-sqlite3";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { openStore } from "#server/db/open-store.ts";

/** An import writes a row per lead into each of these. */
const TABLES = ["leads", "lead_search", "source_rows", "import_changes"] as const;
const ROWS_PER_TRANSACTION = 10_000;
const PADDING = "|| char(10, 10)";

const [, , engine, database = ""] = process.argv;
const folder = await mkdtemp(join(tmpdir(), "winnow-bare-"));
try {
  console.log(engine === "postgres" ? await loadPostgres() : await loadSqlite());
} finally {
  await rm(folder, { recursive: true });
}

async function loadSqlite(): Promise<number> {
  await (await openStore({ dataDir: folder })).close();
  const target = new Database(join(folder, "winnow.db"));
  for (const pragma of ["synchronous = full", "temp_store = memory", "cache_size = -16000"]) target.pragma(pragma);
  const source = new Database(database, { readonly: true });
  const ids = source.prepare("select id from leads order by id").pluck().all() as number[];
  const loads = TABLES.map((table) => {
    // table_info skips generated columns.
    const columns = (source.pragma(`table_info(${table})`) as { name: string }[]).map(({ name }) => name);
    const names = columns.join(", ");
    const key = table === "leads" || table === "lead_search" ? "id" : "lead_id";
    return {
      read: source.prepare(`select ${names} from ${table} where ${key} between ? and ?`).raw(),
      write: target.prepare(`insert into ${table} (${names}) values (${columns.map(() => "?").join(", ")})`),
    };
  });
  const indexes = [
    `insert into lead_index (rowid, text) select id, text ${PADDING} from lead_search where id between ? and ?`,
    "insert into lead_words (rowid, words) select id, words from lead_search where id between ? and ?",
  ].map((insert) => target.prepare(insert));
  let milliseconds = 0;
  for (let at = 0; at < ids.length; at += ROWS_PER_TRANSACTION) {
    const span = [ids[at], ids[Math.min(at + ROWS_PER_TRANSACTION, ids.length) - 1]];
    const batches = loads.map(({ read, write }) => ({ rows: read.all(span) as unknown[][], write }));
    const start = performance.now();
    target.transaction(() => {
      for (const { rows, write } of batches) for (const row of rows) write.run(row);
      for (const index of indexes) index.run(span);
    })();
    milliseconds += performance.now() - start;
  }
  target.close();
  return milliseconds / 1_000;
}

/** Uses COPY, PostgreSQL's bulk load. */
async function loadPostgres(): Promise<number> {
  const source = new pg.Client(database);
  await source.connect();
  const name = `bare_${process.pid}`;
  await source.query(`create database ${name}`);
  const address = new URL(database);
  address.pathname = `/${name}`;
  await (await openStore({ dataDir: folder, databaseUrl: address.href })).close();
  const target = new pg.Client(address.href);
  await target.connect();
  let milliseconds = 0;
  for (const table of TABLES) {
    const file = join(folder, table);
    await pipeline(source.query(copyTo(`copy ${table} to stdout`)), createWriteStream(file));
    const start = performance.now();
    await pipeline(createReadStream(file), target.query(copyFrom(`copy ${table} from stdin`)));
    milliseconds += performance.now() - start;
  }
  await target.end();
  await source.query(`drop database ${name}`);
  await source.end();
  return milliseconds / 1_000;
}
