import type { Dialect, Sql, Work } from "#server/db/engine/sql.ts";

export interface RunOptions {
  /** SQLite runs the statements in a thread, so that many rows don't block requests. */
  isBulk?: boolean;
}

export interface TransactOptions extends RunOptions {
  /**
   * Doesn't wait for the disk: a power loss may drop the latest parts, whole and from the end, until a later transaction
   * is durable.
   */
  isPart?: boolean;
}

/** Runs `Work` on a database, which may still be under construction. */
export interface WorkRunner {
  readonly name: Dialect;
  readonly sql: EngineSql;
  /** Runs each statement in its own transaction: for reads and single-statement changes. */
  run<T>(work: () => Work<T>, options?: RunOptions): Promise<T>;
  /**
   * Runs all of the work or none of it; durable when it resolves, unless it is a part. Retries when PostgreSQL detects a
   * deadlock.
   */
  transact<T>(work: () => Work<T>, options?: TransactOptions): Promise<T>;
  /** Overwrites deleted rows of these tables that are still in the files, as far as the database can. */
  scrub(tables: readonly string[]): Promise<void>;
}

/** A database that runs work; hides the differences between SQLite and PostgreSQL. */
export interface Engine extends WorkRunner {
  /** Like `run`, but read-only: an up-to-date read replica may answer. */
  read<T>(work: () => Work<T>): Promise<T>;
  publish(message: string): Promise<void>;
  subscribe(listener: (message: string) => void): () => void;
  /** Open connections, idle ones, and callers waiting for one; absent when there is only one connection. */
  connections?(): PoolFigures;
  close(): Promise<void>;
}

export interface PoolFigures {
  open: number;
  idle: number;
  waiting: number;
}

/** A row's values by column. */
export type NewRow = Readonly<Record<string, unknown>>;

export interface SearchText extends NewRow {
  id: string;
  text: string;
  words: string;
}

/** SQL that differs between the engines. Tables and columns named here are program constants, never input. */
export interface EngineSql {
  /** Locks the selected rows against other writers until the transaction ends. */
  readonly forUpdate: Sql;
  /**
   * Index hint after a table's name. SQLite prefers an index with more matching columns over a partial one with few
   * rows; PostgreSQL knows the row counts and needs no hint.
   */
  readonly by: (index: string) => Sql;
  /** Blocks every other transaction that locks one of these phones until this one ends. */
  readonly lockPhones: (phoneKeys: readonly string[]) => Work<void>;
  /** `column IN (values)` with one parameter, so that any number of values shares one statement. */
  readonly isOneOf: (column: string, values: readonly string[]) => Sql;
  /** The engine's current time in milliseconds since 1970. */
  readonly now: () => Sql;
  /** The clock for leases in milliseconds, shared by all lease holders. */
  readonly leaseNow: () => Sql;
  /** Reserves the next lead ids, in ascending order. */
  readonly takeLeadIds: (count: number) => Work<string[]>;
  /** Inserts rows that all have the same columns; `tail` is an ON CONFLICT clause. */
  readonly insertMany: (table: string, rows: readonly NewRow[], tail?: string) => Work<void>;
  /** Sets each lead's search texts. */
  readonly writeSearchTexts: (texts: readonly SearchText[]) => Work<void>;
  /** Updates rows by id; all have the same columns. */
  readonly updateMany: (table: string, rows: readonly NewRow[]) => Work<void>;
  /**
   * Updates the leads whose revision still matches the one in their row, and increments it; all rows have the same
   * columns. Returns the ids it updated.
   */
  readonly updateUnchanged: (rows: readonly (NewRow & { id: string; revision: number })[]) => Work<string[]>;
}
