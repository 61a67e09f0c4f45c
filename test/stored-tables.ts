import Database from "better-sqlite3";
import { join } from "node:path";
import { openSnapshot } from "#server/backup/make-backup.ts";
import { lineOf, TableDigest, type TableShape } from "#server/store/backup/cell.ts";
import { KEPT_TABLES } from "#server/store/backup/kept-tables.ts";
import { connectForBackup } from "#server/store/backup/postgres-snapshot.ts";
import type { LeadsAddress } from "#server/store/lead-reader.ts";

/** Of each table that a backup keeps how many rows it has and what they come to, read at one moment. */
export async function tableDigests(source: LeadsAddress): Promise<Record<string, { rows: number; digest: string }>> {
  const snapshot = await openSnapshot(source);
  try {
    const digests: Record<string, { rows: number; digest: string }> = {};
    for (const shape of await snapshot.tables()) {
      const digest = new TableDigest();
      for await (const rows of snapshot.rows(shape)) for (const row of rows) digest.add(lineOf(row));
      digests[shape.name] = { rows: digest.rows, digest: digest.hex };
    }
    return digests;
  } finally {
    await snapshot.close();
  }
}

/** Texts that a careless copy changes; NUL and half a surrogate pair are stored as what stands for them. */
const AWKWARD = 'Ünï 😀 "quoted" \\N \\x41\ttab\r\nline\u2028 \u{fdd0}0000 ';
const BYTES = Buffer.from([0, 255, 10, 13, 92, 34, 128, 7]);

/** Puts a row of awkward values into every kept table that has none, so that a table which is forgotten is missed. */
export async function fillEmptyTables(source: LeadsAddress): Promise<string[]> {
  const snapshot = await openSnapshot(source);
  const empty: TableShape[] = [];
  for (const shape of await snapshot.tables()) {
    let rows = 0;
    for await (const some of snapshot.rows(shape)) rows += some.length;
    if (rows === 0) empty.push(shape);
  }
  await snapshot.close();
  for (const shape of empty) await insert(source, shape);
  return empty.map(({ name }) => name);
}

function valueOf(kind: TableShape["kinds"][number], column: string): string | number | boolean | Buffer {
  if (kind === "text") return `${AWKWARD}${column}`;
  if (kind === "bytes") return BYTES;
  if (kind === "flag") return true;
  return 1;
}

async function insert(source: LeadsAddress, { name, columns, kinds }: TableShape): Promise<void> {
  const values = columns.map((column, place) => valueOf(kinds[place] ?? "text", column));
  if (source.engine === "sqlite") {
    const db = new Database(source.file);
    try {
      const marks = columns.map(() => "?").join(", ");
      db.prepare(`insert into ${name} (${columns.join(", ")}) values (${marks})`).run(values);
    } finally {
      db.close();
    }
    return;
  }
  const client = await connectForBackup(source.url);
  try {
    const marks = columns.map((_, place) => `$${place + 1}`).join(", ");
    await client.query(`insert into ${name} (${columns.join(", ")}) values (${marks})`, values);
  } finally {
    await client.end();
  }
}

/** Every table that a backup keeps. */
export const EVERY_TABLE: readonly string[] = Object.keys(KEPT_TABLES);

/** Where the store of an engine is. */
export function addressOf(options: { dataDir: string; databaseUrl?: string | undefined }): LeadsAddress {
  return options.databaseUrl === undefined
    ? { engine: "sqlite", file: join(options.dataDir, "winnow.db") }
    : { engine: "postgres", url: options.databaseUrl };
}
