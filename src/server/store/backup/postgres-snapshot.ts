import pg from "pg";
import type { Cell, ColumnKind, TableShape } from "#server/store/backup/cell.ts";
import { KEPT_TABLES } from "#server/store/backup/kept-tables.ts";
import type { Snapshot, TableReader } from "#server/store/backup/snapshot.ts";
import { MIGRATIONS } from "#server/store/migrations/list.ts";
import { pendingMigrations, type AppliedMigration } from "#server/store/migrations/pending-migrations.ts";
import { postgresError } from "#server/store/postgres-error.ts";
import { createPrimary } from "#server/store/postgres-primary.ts";

/** Rows that are asked for at a time; of those with bytes, which may be megabytes each, only a few. */
const FETCH = { usual: 200, withBytes: 4 };
const CONNECT_MILLISECONDS = 5_000;

const KINDS: Readonly<Record<string, ColumnKind>> = {
  text: "text",
  smallint: "number",
  integer: "number",
  bigint: "number",
  "double precision": "number",
  boolean: "flag",
  bytea: "bytes",
};

/** A connection of its own, which no statement's usual time ends. Throws store_unreachable. */
export async function connectForBackup(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: await createPrimary(url).find(),
    application_name: "winnow backup",
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
    keepAlive: true,
  });
  // What breaks the connection is told by the statement that needs it.
  client.on("error", () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    throw postgresError(error);
  }
}

/** Opens a PostgreSQL database as it is now, in one read-only transaction. Throws store_unreachable. */
export async function openPostgresSnapshot(url: string): Promise<Snapshot> {
  const client = await connectForBackup(url);
  try {
    await client.query("begin isolation level repeatable read read only");
    await client.query("set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0");
  } catch (error) {
    await client.end();
    throw postgresError(error);
  }
  return {
    ...postgresReader(client),
    async version() {
      const applied = await client.query<AppliedMigration>("select * from schema_versions order by version");
      pendingMigrations(MIGRATIONS, "postgres", applied.rows);
      return applied.rows.length;
    },
    async bytes() {
      const found = await client.query<{ bytes: string }>(
        `select coalesce(sum(pg_total_relation_size(c.oid)), 0) as bytes from pg_class c
          where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'`,
      );
      return Number(found.rows[0]?.bytes);
    },
    // Its pages have checksums of their own, which reading them all for the backup checks.
    check: () => Promise.resolve(),
    close: () => client.end(),
  };
}

/** What is read of a PostgreSQL database on a connection that is in a transaction. */
export function postgresReader(client: pg.Client): TableReader {
  return {
    engine: "postgres",
    async tables() {
      const found = await client.query<{ table: string; name: string; type: string }>(
        `select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type
          from pg_class c join pg_attribute a on a.attrelid = c.oid
          where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname = any($1)
            and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`,
        [Object.keys(KEPT_TABLES)],
      );
      return Object.keys(KEPT_TABLES).flatMap((name) => {
        const columns = found.rows.filter((row) => row.table === name).toSorted((a, b) => (a.name < b.name ? -1 : 1));
        if (columns.length === 0) return [];
        return [{ name, columns: columns.map((column) => column.name), kinds: columns.map(kindOf) }];
      });
    },
    rows: (shape) => rowsOf(client, shape),
    async lastId(table) {
      const sequence = await sequenceOf(client, table);
      if (sequence === null) return null;
      const found = await client.query<{ last_value: string; is_called: boolean }>(`select * from ${sequence}`);
      const [row] = found.rows;
      return row?.is_called === true ? Number(row.last_value) : null;
    },
  };
}

/** The name of the sequence that gives a table's ids; null for a table that gives none. */
export async function sequenceOf(client: pg.Client, table: string): Promise<string | null> {
  const found = await client.query<{ sequence: string | null }>(
    `select pg_get_serial_sequence($1, attname) as sequence from pg_attribute
      where attrelid = $1::regclass and attidentity <> ''`,
    [table],
  );
  return found.rows[0]?.sequence ?? null;
}

function kindOf(column: { table: string; name: string; type: string }): ColumnKind {
  const kind = KINDS[column.type];
  if (kind === undefined) {
    throw new Error(`No backup can hold ${column.table}.${column.name}, which is of ${column.type}.`);
  }
  return kind;
}

async function* rowsOf(client: pg.Client, shape: TableShape): AsyncGenerator<Cell[][]> {
  const toCell = shape.kinds.map((kind) => CELLS[kind]);
  const atATime = shape.kinds.includes("bytes") ? FETCH.withBytes : FETCH.usual;
  try {
    await client.query(`declare kept no scroll cursor for select ${shape.columns.join(", ")} from ${shape.name}`);
    for (;;) {
      const { rows } = await client.query<(string | null)[]>({
        text: `fetch ${atATime} from kept`,
        rowMode: "array",
        types: { getTypeParser: () => String },
      });
      if (rows.length === 0) break;
      yield rows.map((row) => row.map((text, place) => (text === null ? null : (toCell[place] ?? String)(text))));
    }
    await client.query("close kept");
  } catch (error) {
    throw postgresError(error);
  }
}

/** A value as PostgreSQL writes it, as a backup does. */
const CELLS: Readonly<Record<ColumnKind, (text: string) => Cell>> = {
  text: String,
  number: Number,
  flag: (text) => (text === "t" ? 1 : 0),
  bytes: (text) => ({ base64: Buffer.from(text.slice(String.raw`\x`.length), "hex").toString("base64") }),
};
