import type { Kysely, RawBuilder } from "kysely";
import type { LeadPageFinder } from "#server/store/lead-page.ts";
import type { Tables } from "#server/store/tables.ts";
import type { Work } from "#server/store/work.ts";

/** What runs works: a whole database, or one that is only being made. */
export interface WorkRunner {
  readonly name: "sqlite" | "postgres";
  /** Builds queries in the engine's dialect; it has no connection and runs none. */
  readonly build: Kysely<Tables>;
  readonly sql: EngineSql;
  /** Runs each statement by itself: for reading, and for a change that is one statement. */
  run<T>(work: () => Work<T>): Promise<T>;
  /**
   * Runs all of it or nothing, durable when it resolves. Runs it again when PostgreSQL found a deadlock. A part of more
   * does not wait for the disk: a loss of power may take back the last parts, whole and from the end, until a
   * transaction after them has become durable.
   */
  transact<T>(work: () => Work<T>, options?: { isPart?: boolean }): Promise<T>;
  /** Overwrites what was deleted from these tables and still stands in the files, as far as the database can. */
  scrub(tables: readonly string[]): Promise<void>;
}

/** A database that runs works; what SQLite and PostgreSQL do differently stands behind this. */
export interface Engine extends WorkRunner {
  readonly pages: LeadPageFinder;
  /** As `run`, for reading alone: a read replica that lacks nothing may answer. */
  read<T>(work: () => Work<T>): Promise<T>;
  publish(message: string): Promise<void>;
  subscribe(listener: (message: string) => void): () => void;
  /** Connections open, of them idle, and callers that wait for one; left out where there is just one. */
  connections?(): PoolFigures;
  close(): Promise<void>;
}

export interface PoolFigures {
  open: number;
  idle: number;
  waiting: number;
}

/** The values of a row by column. */
export type NewRow = Readonly<Record<string, unknown>>;

export interface SearchText {
  id: string;
  text: string;
}

/** The pieces of SQL that differ. Tables and columns named here are constants of this program, never input. */
export interface EngineSql {
  /** Locks the rows of a select against other writers until the transaction ends. */
  readonly forUpdate: RawBuilder<unknown>;
  /**
   * After a table's name: read by this index. SQLite prefers one with more columns compared, however few rows a partial
   * one holds; PostgreSQL knows how many there are.
   */
  readonly by: (index: string) => RawBuilder<unknown>;
  /** Keeps every other transaction that locks one of these phones waiting until this one ends. */
  readonly lockPhones: (phoneKeys: readonly string[]) => Work<void>;
  /** `column IN (values)` with one parameter, so that any number of values is one statement. */
  readonly isOneOf: (column: string, values: readonly string[]) => RawBuilder<boolean>;
  /** A lead of the table named `l` as JSON text, with these fields of the contract. */
  readonly leadJson: { full: RawBuilder<string>; row: RawBuilder<string> };
  /** The engine's present moment in milliseconds since 1970. */
  readonly now: () => RawBuilder<number>;
  /** The moment in milliseconds by which leases run out, alike for all who share them. */
  readonly leaseNow: () => RawBuilder<number>;
  /** Takes the next ids of leads, in order. */
  readonly takeLeadIds: (count: number) => Work<string[]>;
  /** Inserts rows that all have the same columns; `tail` is an ON CONFLICT clause. */
  readonly insertMany: (table: keyof Tables, rows: readonly NewRow[], tail?: string) => Work<void>;
  /** Makes what a search looks through this text, for each lead. */
  readonly writeSearchTexts: (texts: readonly SearchText[]) => Work<void>;
  /** Updates rows by their id; all have the same columns. */
  readonly updateMany: (table: keyof Tables, rows: readonly NewRow[]) => Work<void>;
  /**
   * Updates those of the leads that are still of the revision in their row, and counts it up; all rows have the same
   * columns. Answers the ids of those it wrote.
   */
  readonly updateUnchanged: (rows: readonly (NewRow & { id: string; revision: number })[]) => Work<string[]>;
}
