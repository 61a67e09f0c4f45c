import pg from "pg";
import type { Cell, ColumnKind, Snapshot, TableReader, TableShape } from "#server/db/backup/snapshot.ts";
import { BACKED_UP_TABLES } from "#server/db/backup/backed-up-tables.ts";
import { knownVersion } from "#server/db/migrations/made-names.ts";
import type { AppliedMigration } from "#server/db/migrations/pending-migrations.ts";
import { postgresError } from "#server/db/postgres/postgres-error.ts";
import { CONNECT_MILLISECONDS } from "#server/db/postgres/postgres-limits.ts";
import { createPrimary } from "#server/db/postgres/postgres-primary.ts";

/** Rows per fetch; fewer for tables with bytes, where a row may take megabytes. */
const FETCH = { usual: 200, withBytes: 4 };

const KINDS: Readonly<Record<string, ColumnKind>> = {
  text: "text",
  smallint: "number",
  integer: "number",
  bigint: "number",
  "double precision": "number",
  boolean: "flag",
  bytea: "bytes",
};

/** Opens a dedicated connection without a statement timeout. Throws store_unreachable. */
export async function connectForBackup(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: await createPrimary(url).find(),
    application_name: "winnow backup",
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
    keepAlive: true,
  });
  // A broken connection is reported by the next statement.
  client.on("error", () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    throw postgresError(error);
  }
}

/** Runs a statement on a connection. Throws store_unreachable. */
export async function queryOn(client: pg.Client, text: string, values: unknown[] = []): Promise<pg.QueryResult> {
  try {
    return await client.query(text, values);
  } catch (error) {
    throw postgresError(error);
  }
}

/** Opens a snapshot of a PostgreSQL database in a read-only transaction. Throws store_unreachable. */
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
      return knownVersion("postgres", applied.rows);
    },
    async bytes() {
      const found = await client.query<{ bytes: string }>(
        `select coalesce(sum(pg_total_relation_size(c.oid)), 0) as bytes from pg_class c
          where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'`,
      );
      return Number(found.rows[0]?.bytes);
    },
    // Nothing to do: PostgreSQL verifies page checksums when the backup reads them.
    check: () => Promise.resolve(),
    close: () => client.end(),
  };
}

/** Reads a PostgreSQL database on a connection in a transaction. */
export function postgresReader(client: pg.Client): TableReader {
  return {
    engine: "postgres",
    async tables() {
      const found = await client.query<{ table: string; name: string; type: string }>(
        `select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type
          from pg_class c join pg_attribute a on a.attrelid = c.oid
          where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname = any($1)
            and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`,
        [BACKED_UP_TABLES],
      );
      return BACKED_UP_TABLES.flatMap((name) => {
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

/** The name of the sequence for a table's ids; null when it has none. */
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
    throw new Error(`${column.table}.${column.name} can't be backed up because of its type ${column.type}.`);
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

/** Converts PostgreSQL's text format to the backup's. */
const CELLS: Readonly<Record<ColumnKind, (text: string) => Cell>> = {
  text: String,
  number: Number,
  flag: (text) => (text === "t" ? 1 : 0),
  bytes: (text) => ({ base64: Buffer.from(text.slice(String.raw`\x`.length), "hex").toString("base64") }),
};
