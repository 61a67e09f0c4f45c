import { sql, type Sql } from "#server/db/engine/sql.ts";

/** A query for the engine to run. */
export interface Statement {
  readonly query: Sql;
  /** Runs the query once for each of these rows of values. */
  readonly rows?: readonly (readonly unknown[])[];
  /** Nothing reads its result, so work in a thread goes on before it has run. */
  readonly isResultUnused?: boolean;
  /**
   * Returns rows as arrays of stored values, with no text decoded: for JSON built by the database, and for bulk reads.
   */
  readonly verbatim?: boolean;
  /** The best plan depends on the values, so PostgreSQL must plan each call. */
  readonly planEachTime?: boolean;
}

/** Runs SQL text, which may contain several statements when it has no values. */
export interface StatementRunner {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** Lets a library write in the current transaction; PostgreSQL only, because SQLite's transactions never wait. */
export interface Asking {
  readonly ask: (db: StatementRunner) => Promise<unknown>;
}

/**
 * Statements and the code that handles their rows, written once for both engines. Because a generator can't await,
 * SQLite runs it synchronously without interruption, while PostgreSQL awaits each result.
 */
export type Work<T> = Generator<Statement | Asking, T, readonly unknown[]>;

/** Returns all rows of a query. */
export function* all<Row>(query: Sql<Row>): Work<Row[]> {
  // Unchecked: the query declares the type of its rows.
  return (yield { query }) as Row[];
}

/** Returns the first row of a query, or null. */
export function* first<Row>(query: Sql<Row>): Work<Row | null> {
  return (yield* all(query))[0] ?? null;
}

/** Counts the rows of a FROM clause. */
export function* countRows(from: Sql): Work<number> {
  return Number((yield* first(sql<{ n: number | string }>`select count(*) as n ${from}`))?.n);
}

/** Runs a query for its side effects. */
export function* run(query: Sql): Work<void> {
  yield { query, isResultUnused: true };
}

/** Runs a query for its side effects, once for each of these rows of values. */
export function* runEach(query: Sql, rows: readonly (readonly unknown[])[]): Work<void> {
  if (rows.length > 0) yield { query, rows, isResultUnused: true };
}

/** Returns all rows as arrays of stored values; T lists the selected columns in order. */
export function* verbatim<T extends unknown[]>(query: Sql, options: { planEachTime?: boolean } = {}): Work<T[]> {
  return (yield { query, verbatim: true, ...options }) as T[];
}

/** Returns the result of a library call that writes in the current transaction. */
export function* asking<T>(ask: (db: StatementRunner) => Promise<T>): Work<T> {
  const [answer] = yield { ask };
  return answer as T;
}
