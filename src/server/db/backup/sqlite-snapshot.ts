import Database from "better-sqlite3";
import type { Cell, ColumnKind, Snapshot, TableReader, TableShape } from "#server/db/backup/snapshot.ts";
import { BACKED_UP_TABLES } from "#server/db/backup/backed-up-tables.ts";
import { knownVersion } from "#server/db/migrations/made-names.ts";
import type { AppliedMigration } from "#server/db/migrations/pending-migrations.ts";
import { sqliteError } from "#server/db/sqlite/sqlite-error.ts";
import { checkSqlite } from "#server/db/sqlite/sqlite-check.ts";

/** Rows are yielded once a batch reaches either limit. */
const BATCH = { characters: 500_000, rows: 500 };
const BUSY_MILLISECONDS = 10_000;

const KINDS: Readonly<Record<string, ColumnKind>> = { TEXT: "text", INTEGER: "number", REAL: "number", BLOB: "bytes" };

/**
 * Opens a snapshot of a SQLite file on a separate read-only connection, while others may write. Their writes stay in
 * the write-ahead log until it is closed. Throws store_damaged or store_unreachable.
 */
export function openSqliteSnapshot(file: string): Snapshot {
  try {
    const db = new Database(file, { readonly: true, fileMustExist: true, timeout: BUSY_MILLISECONDS });
    // The snapshot is taken at the first read.
    db.exec("begin");
    db.prepare("select count(*) from sqlite_master").get();
    return {
      ...sqliteReader(db),
      version() {
        const applied = db.prepare<[], AppliedMigration>("select * from schema_versions order by version").all();
        return Promise.resolve(knownVersion("sqlite", applied));
      },
      // Including what is still in the log.
      bytes: () => Promise.resolve(pragmaOf(db, "page_count") * pragmaOf(db, "page_size")),
      check: () => Promise.resolve(checkSqlite(db, "integrity_check")),
      close: () => Promise.resolve(void db.close()),
    };
  } catch (error) {
    throw sqliteError(error);
  }
}

function pragmaOf(db: Database.Database, name: string): number {
  return Number(db.pragma(name, { simple: true }));
}

/** Reads an open SQLite database. */
export function sqliteReader(db: Database.Database): TableReader {
  const hasTable = (name: string): boolean =>
    db.prepare("select 1 from sqlite_master where type = 'table' and name = ?").get(name) !== undefined;
  return {
    engine: "sqlite",
    tables: () => Promise.resolve(BACKED_UP_TABLES.filter(hasTable).map((name) => sqliteShape(db, name))),
    rows: (shape) => rowsOf(db, shape),
    lastId(table) {
      const found = db.prepare<[string], { seq: number }>("select seq from sqlite_sequence where name = ?").get(table);
      return Promise.resolve(found === undefined || found.seq === 0 ? null : found.seq);
    },
  };
}

/** The columns of a table; empty when it doesn't exist. */
export function sqliteShape(db: Database.Database, name: string): TableShape {
  const stored = db
    .prepare<[string], { name: string; type: string }>("select name, type from pragma_table_xinfo(?) where hidden = 0")
    .all(name)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const kinds = stored.map((column): ColumnKind => {
    const kind = KINDS[column.type.toUpperCase()];
    if (kind === undefined)
      throw new Error(`${name}.${column.name} can't be backed up because of its type ${column.type}.`);
    return kind;
  });
  return { name, columns: stored.map((column) => column.name), kinds };
}

async function* rowsOf(db: Database.Database, shape: TableShape): AsyncGenerator<Cell[][]> {
  const select = db.prepare<[], (Cell | Buffer)[]>(`select ${shape.columns.join(", ")} from ${shape.name}`).raw(true);
  const places = shape.kinds.flatMap((kind, place) => (kind === "bytes" ? [place] : []));
  let batch: Cell[][] = [];
  let characters = 0;
  try {
    for (const row of select.iterate()) {
      for (const place of places) {
        const value = row[place];
        if (Buffer.isBuffer(value)) row[place] = { base64: value.toString("base64") };
      }
      const cells = row as Cell[];
      for (const cell of cells) characters += lengthOf(cell);
      batch.push(cells);
      if (batch.length < BATCH.rows && characters < BATCH.characters) continue;
      yield batch;
      batch = [];
      characters = 0;
    }
  } catch (error) {
    throw sqliteError(error);
  }
  if (batch.length > 0) yield batch;
}

function lengthOf(cell: Cell): number {
  if (typeof cell === "string") return cell.length;
  return typeof cell === "object" && cell !== null ? cell.base64.length : 1;
}
