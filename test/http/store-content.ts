import Database from "better-sqlite3";
import { join } from "node:path";
import { inflateRawSync } from "node:zlib";
import pg from "pg";

/** How to read a store's tables directly: its file, or its database. */
export interface StoreFiles {
  dataDir: string;
  databaseUrl: string | undefined;
}

/**
 * Tables about how a store came about rather than what it contains: history and undo data, jobs, the status changes of
 * reports, assignments and whose turn is next, queues, leases, and the text index, which follows the texts.
 */
const SKIPPED_TABLES =
  /^(journal|audit_log|jobs|act_changes|status_changes|lead_turns|lead_assignments|assignment_credits|kept_for_undo|rescore_state|score_day|leases|schema_versions|sqlite_.*|lead_index.*|lead_words.*|duplicate_changes|duplicate_state)$/u;

/** A lead's revision, update time and scoring time. */
const SKIPPED_COLUMNS: ReadonlySet<string> = new Set(["revision", "updated_at", "processed_at"]);

/** Every row of every table with data from people and sources, as text, sorted. */
export async function storeContent({ dataDir, databaseUrl }: StoreFiles): Promise<Record<string, string[]>> {
  const read = databaseUrl === undefined ? sqliteReader(dataDir) : await postgresReader(databaseUrl);
  try {
    const content: Record<string, string[]> = {};
    for (const table of await read.tables()) {
      if (SKIPPED_TABLES.test(table)) continue;
      content[table] = withoutBuckets(await read.rows(table))
        .map(rowText)
        .toSorted();
    }
    return content;
  } finally {
    await read.close();
  }
}

/** Every row of every table as text: bytes as they are, and decompressed where they are compressed. */
export async function everyRow({ dataDir, databaseUrl }: StoreFiles): Promise<{ table: string; text: string }[]> {
  const read = databaseUrl === undefined ? sqliteReader(dataDir) : await postgresReader(databaseUrl);
  try {
    const found: { table: string; text: string }[] = [];
    for (const table of await read.tables()) {
      if (/^(?:lead_trigrams|lead_index|lead_words)$/u.test(table)) continue;
      for (const row of await read.rows(table)) {
        found.push({ table, text: Object.values(row).map(legible).join("\n") });
      }
    }
    return found;
  } finally {
    await read.close();
  }
}

function legible(value: unknown): string {
  if (!Buffer.isBuffer(value)) return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  try {
    return inflateRawSync(value).toString();
  } catch {
    return value.toString("latin1");
  }
}

/** The rows that only one of two contents has, by table; empty when they are equal. */
export function differences(
  before: Record<string, string[]>,
  after: Record<string, string[]>,
): Record<string, { gone: string[]; come: string[] }> {
  return Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((table) => {
      const [was, is] = [before[table] ?? [], after[table] ?? []];
      const gone = was.filter((row) => !is.includes(row));
      const come = is.filter((row) => !was.includes(row));
      return gone.length + come.length + Math.abs(was.length - is.length) === 0 ? [] : [[table, { gone, come }]];
    }),
  );
}

type Row = Record<string, unknown>;

interface Reader {
  tables(): Promise<string[]>;
  rows(table: string): Promise<Row[]>;
  close(): Promise<void>;
}

const TALLY = /^(count|before_\d+)$/u;

/** Tallies are sharded so that writers don't block each other; which shard counts is irrelevant. */
function withoutBuckets(rows: readonly Row[]): Row[] {
  const isTally = (column: string): boolean => TALLY.test(column);
  if (!Object.keys(rows[0] ?? {}).some(isTally)) return [...rows];
  const sums = new Map<string, Row>();
  for (const { bucket: _, ...row } of rows) {
    const key = JSON.stringify(Object.entries(row).filter(([column]) => !isTally(column)));
    const sum = sums.get(key) ?? {};
    for (const column of Object.keys(row)) {
      if (isTally(column)) row[column] = Number(row[column]) + Number(sum[column] ?? 0);
    }
    sums.set(key, row);
  }
  // A zero count equals no tally.
  return [...sums.values()].filter((row) => Object.keys(row).some((column) => isTally(column) && row[column] !== 0));
}

function rowText(row: Row): string {
  return JSON.stringify(Object.entries(row).filter(([column]) => !SKIPPED_COLUMNS.has(column)));
}

function sqliteReader(dataDir: string): Reader {
  const db = new Database(join(dataDir, "winnow.db"), { readonly: true });
  return {
    tables: () =>
      Promise.resolve(
        db
          .prepare<[], { name: string }>("select name from sqlite_master where type = 'table' order by name")
          .all()
          .map(({ name }) => name),
      ),
    rows: (table) => Promise.resolve(db.prepare<[], Row>(`select * from ${table}`).all()),
    close: () => Promise.resolve(void db.close()),
  };
}

async function postgresReader(connectionString: string): Promise<Reader> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return {
    async tables() {
      const found = await client.query<{ name: string }>(
        "select table_name as name from information_schema.tables where table_schema = 'public' order by 1",
      );
      return found.rows.map(({ name }) => name);
    },
    rows: async (table) => (await client.query<Row>(`select * from ${table}`)).rows,
    close: () => client.end(),
  };
}
