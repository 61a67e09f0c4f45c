import type { Cell, TableShape } from "#server/store/backup/cell.ts";
import type { WorkRunner } from "#server/store/engine.ts";

/** What is read of a database. */
export interface TableReader {
  readonly engine: "sqlite" | "postgres";
  /** The kept tables that it has, in the order in which they are loaded. */
  tables(): Promise<TableShape[]>;
  /** All rows of a table, some at a time, in no order; their cells are in the order of the shape's columns. */
  rows(table: TableShape): AsyncIterable<Cell[][]>;
  /** The last id that the table gave, so that none is given twice; null where it has given none. */
  lastId(table: string): Promise<number | null>;
}

/** A database as it was at one moment, whatever is written meanwhile; whoever opens it closes it. */
export interface Snapshot extends TableReader {
  /** How many migrations it has taken. Throws schema_newer or schema_changed when this program did not make them. */
  version(): Promise<number>;
  /** About how much disk it takes, in bytes. */
  bytes(): Promise<number>;
  /** Throws store_damaged when what the engine can check of itself is not whole. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** A new database that a backup is loaded into; nobody sees anything of it before `commit`. */
export interface LoadTarget extends TableReader {
  /** Removes what migrations and triggers put into a table. */
  empty(table: string): Promise<void>;
  insert(table: TableShape, rows: readonly (readonly Cell[])[]): Promise<void>;
  setLastId(table: string, lastId: number | null): Promise<void>;
  /** Makes anew what is derived from the rows: the indexes, which were left out so far, and the text index. */
  derive(): Promise<void>;
  /** How many leads the tallies count, which the triggers keep. */
  tallied(): Promise<number>;
  /** Takes the migrations since the backup's version. */
  migrateOn(): Promise<void>;
  /** Runs works in it once it is of this version: what they write is committed or abandoned with the rest. */
  readonly works: WorkRunner;
  /** Makes it durable and lets go of it. */
  commit(): Promise<void>;
  /** Leaves nothing behind. */
  abandon(): Promise<void>;
}
