import type { Cell, TableShape } from "#server/db/backup/cell.ts";
import type { WorkRunner } from "#server/db/engine/engine.ts";

/** Read access to a database's tables. */
export interface TableReader {
  readonly engine: "sqlite" | "postgres";
  /** Its backed-up tables, in load order. */
  tables(): Promise<TableShape[]>;
  /** All rows of a table in batches, in any order; cells are in the order of the shape's columns. */
  rows(table: TableShape): AsyncIterable<Cell[][]>;
  /** The last id the table assigned, so that ids are never reused; null when it has assigned none. */
  lastId(table: string): Promise<number | null>;
}

/** A consistent snapshot of a database, unaffected by concurrent writes; the caller closes it. */
export interface Snapshot extends TableReader {
  /** Its schema version. Throws schema_newer, schema_older or schema_changed when this program doesn't know it. */
  version(): Promise<number>;
  /** Approximate size on disk, in bytes. */
  bytes(): Promise<number>;
  /** Throws store_damaged when the engine's self-check fails. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** A new database to load a backup into; nothing is visible to others before `commit`. */
export interface LoadTarget extends TableReader {
  /** Removes rows that migrations and triggers added to a table. */
  empty(table: string): Promise<void>;
  insert(table: TableShape, rows: readonly (readonly Cell[])[]): Promise<void>;
  setLastId(table: string, lastId: number | null): Promise<void>;
  /** Rebuilds derived data: the indexes, which were skipped so far, and the text index. */
  derive(): Promise<void>;
  /** The number of leads according to the counters that triggers maintain. */
  tallied(): Promise<number>;
  /** Runs the migrations since the backup's version. */
  migrateOn(): Promise<void>;
  /** Runs work once the schema is current; its writes are committed or abandoned with the rest. */
  readonly works: WorkRunner;
  /** Makes it durable and closes it. */
  commit(): Promise<void>;
  /** Discards everything. */
  abandon(): Promise<void>;
}
