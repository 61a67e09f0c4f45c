import { hash } from "node:crypto";
import type { WorkRunner } from "#server/db/engine/engine.ts";

/** A stored value in a backup's format, the same for both engines: flags are 0 and 1, bytes are base64. */
export type Cell = null | string | number | { readonly base64: string };

/** A column's type: `flag` is PostgreSQL's boolean, which SQLite stores as a number. */
export type ColumnKind = "text" | "number" | "flag" | "bytes";

/** A table's stored columns, sorted by name; generated columns are excluded. */
export interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
  readonly kinds: readonly ColumnKind[];
}

/** A row's line in a backup: JSON, identical for the same values on both engines. */
export function lineOf(row: readonly Cell[]): string {
  return JSON.stringify(row);
}

/** A digest of a table's rows in any order: the sum of their SHA-256 hashes (FIPS 180-4) modulo 2^256. */
export class TableDigest {
  readonly #sum = new Uint32Array(8);
  rows = 0;

  add(line: string): void {
    const digest = hash("sha256", line, "buffer");
    let carry = 0;
    for (let word = 7; word >= 0; word -= 1) {
      const sum = (this.#sum[word] ?? 0) + digest.readUInt32BE(word * 4) + carry;
      this.#sum[word] = sum;
      carry = sum > 0xff_ff_ff_ff ? 1 : 0;
    }
    this.rows += 1;
  }

  /** In hexadecimal digits; all zeros for no rows. */
  get hex(): string {
    return Array.from(this.#sum, (word) => word.toString(16).padStart(8, "0")).join("");
  }
}

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
