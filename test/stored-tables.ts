import Database from "better-sqlite3";
import { join } from "node:path";
import { openSnapshot } from "#server/features/backups/file/make-backup.ts";
import { lineOf, TableDigest, type TableShape } from "#server/db/backup/snapshot.ts";
import { BACKED_UP_TABLES } from "#server/db/backup/backed-up-tables.ts";
import { connectForBackup } from "#server/db/backup/postgres-snapshot.ts";
import type { LeadsAddress } from "#server/db/lead-reader/leads-view.ts";

/** The row count and a checksum of each table in a backup, read at one moment. */
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

/** The rows of these tables, with the given columns; of every table in a backup by default. */
export async function storedRows(
  source: LeadsAddress,
  shapes?: readonly TableShape[],
): Promise<{ tables: readonly TableShape[]; rows: Record<string, string[]> }> {
  const snapshot = await openSnapshot(source);
  try {
    const tables = shapes ?? (await snapshot.tables());
    const rows: Record<string, string[]> = {};
    for (const shape of tables) {
      const lines: string[] = [];
      for await (const some of snapshot.rows(shape)) lines.push(...some.map(lineOf));
      rows[shape.name] = lines.toSorted();
    }
    return { tables, rows };
  } finally {
    await snapshot.close();
  }
}

/** Texts that a careless copy would change; NUL and half a surrogate pair are stored as replacements. */
const AWKWARD = 'Ünï 😀 "quoted" \\N \\x41\ttab\r\nline\u2028 \u{fdd0}0000 ';
const BYTES = Buffer.from([0, 255, 10, 13, 92, 34, 128, 7]);

/** Adds a row of awkward values to every empty table of a backup, so that a forgotten table is noticed. */
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

/** Every table in a backup. */
export const EVERY_TABLE: readonly string[] = BACKED_UP_TABLES;

/** Where the store of an engine is. */
export function addressOf(options: { dataDir: string; databaseUrl?: string | undefined }): LeadsAddress {
  return options.databaseUrl === undefined
    ? { engine: "sqlite", file: join(options.dataDir, "winnow.db") }
    : { engine: "postgres", url: options.databaseUrl };
}
