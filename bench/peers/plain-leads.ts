import { writeFile } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { Readable } from "node:stream";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { LeadRecord } from "#shared/lead-record.ts";
import { SampleLeads } from "../sample-leads.ts";

const BATCH = 1_000;
/** Columns of the other programs' table of leads, but its key. */
export const PLAIN_COLUMNS = [
  "name",
  "email",
  "company",
  "industry",
  "title",
  "phone",
  "source",
  "status",
  "score",
  "notes",
  "made_at",
] as const;
/** Where our own search looks. */
export const SEARCHED_COLUMNS = ["name", "email", "company", "title", "phone", "notes"] as const;

/**
 * Fills the table with the same sample leads as our own store, and gives it the indexes that its requests can use:
 * `searched` are all texts that the program's searches compare, as they spell them; one without an index would make
 * PostgreSQL read the whole table.
 */
export async function loadLeads(
  databaseUrl: string,
  table: string,
  leads: number,
  searched: readonly string[],
): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    const into = client.query(copyFrom(`copy ${table} (${PLAIN_COLUMNS.join(", ")}) from stdin`));
    await pipeline(Readable.from(lines(leads)), into);
    await client.query("create extension if not exists pg_trgm");
    await client.query(`create index on ${table} (status, made_at desc)`);
    for (const text of searched) await client.query(`create index on ${table} using gin ((${text}) gin_trgm_ops)`);
    await client.query(`vacuum analyze ${table}`);
  } finally {
    await client.end();
  }
}

const IMPORTED_COLUMNS = ["name", "email", "company", "phone", "title", "industry", "notes"] as const;

/** Rows of a file to import, the same for every program. */
export function importedRows(rows: number): Record<string, string>[] {
  return new SampleLeads(rows)
    .next(rows)
    .map((lead) => Object.fromEntries(IMPORTED_COLUMNS.map((column) => [column, lead[column]])));
}

/** The same rows as a CSV file. No value needs quotes. */
export async function writeImportedFile(path: string, rows: number): Promise<void> {
  const cells = importedRows(rows).map((row) => IMPORTED_COLUMNS.map((column) => row[column]?.trim()).join(","));
  await writeFile(path, `${[IMPORTED_COLUMNS.join(","), ...cells].join("\r\n")}\r\n`);
}

function* lines(leads: number): Generator<string> {
  const sample = new SampleLeads(leads);
  for (let batch = sample.next(BATCH); batch.length > 0; batch = sample.next(BATCH)) {
    yield batch.map((lead) => `${valuesOf(lead).join("\t")}\n`).join("");
  }
}

function valuesOf(lead: LeadRecord): (string | number)[] {
  return PLAIN_COLUMNS.map((column) => (column === "made_at" ? lead.createdAt : lead[column]));
}

/** The size of a database in MB of a million bytes. */
export async function databaseMegabytes(databaseUrl: string): Promise<number> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    const { rows } = await client.query<{ size: string }>("select pg_database_size(current_database()) as size");
    return Number(rows[0]?.size) / 1e6;
  } finally {
    await client.end();
  }
}
