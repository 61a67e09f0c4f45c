import Database from "better-sqlite3";
import { join } from "node:path";
import { inflateRawSync } from "node:zlib";
import pg from "pg";

/** Where a store's tables are read beside the product: its file, or its database. */
export interface StoreFiles {
  dataDir: string;
  databaseUrl: string | undefined;
}

/**
 * What says of a store how it came about, and not what is in it: the history with its undo data, who asked for what, jobs, and the changes of
 * statuses that reports tell of, what is waiting to be scored, compared or forgotten, who holds what, and the text index's
 * own tables, which follow the texts.
 */
const LEFT_OUT =
  /^(journal|audit_log|jobs|act_changes|status_changes|lead_turns|kept_for_undo|rescore_state|score_day|leases|schema_versions|sqlite_.*|lead_index.*|duplicate_changes|duplicate_state)$/u;

/** How often a lead was written, when last, and when it was last scored. */
const LEFT_OUT_COLUMNS: ReadonlySet<string> = new Set(["revision", "updated_at", "processed_at"]);

/** Every row of every table that holds what people and sources brought, as text, sorted. */
export async function storeContent({ dataDir, databaseUrl }: StoreFiles): Promise<Record<string, string[]>> {
  const read = databaseUrl === undefined ? sqliteReader(dataDir) : await postgresReader(databaseUrl);
  try {
    const content: Record<string, string[]> = {};
    for (const table of await read.tables()) {
      if (LEFT_OUT.test(table)) continue;
      content[table] = withoutBuckets(await read.rows(table))
        .map(rowText)
        .toSorted();
    }
    return content;
  } finally {
    await read.close();
  }
}

/** Every row of every table as text, whatever it holds: bytes as they are and taken apart where they are compressed. */
export async function everyRow({ dataDir, databaseUrl }: StoreFiles): Promise<{ table: string; text: string }[]> {
  const read = databaseUrl === undefined ? sqliteReader(dataDir) : await postgresReader(databaseUrl);
  try {
    const found: { table: string; text: string }[] = [];
    for (const table of await read.tables()) {
      if (/^(?:lead_trigrams|lead_index)$/u.test(table)) continue;
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

/** Tallies are kept in buckets, so that writers need not wait for each other: which one counts says nothing. */
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
  // Nothing counted is as good as no tally.
  return [...sums.values()].filter((row) => Object.keys(row).some((column) => isTally(column) && row[column] !== 0));
}

function rowText(row: Row): string {
  return JSON.stringify(Object.entries(row).filter(([column]) => !LEFT_OUT_COLUMNS.has(column)));
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
