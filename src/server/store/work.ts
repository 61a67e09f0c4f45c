import type { CompiledQuery, QueryExecutorProvider } from "kysely";

/** A query of Kysely's builder or of its `sql` tag. */
export interface Query<O> {
  compile(provider: QueryExecutorProvider): CompiledQuery<O>;
}

/** A query for the engine to run. */
export interface Statement {
  readonly query: Query<unknown>;
  /** Rows come as arrays of the stored values, with no text decoded: for JSON that the database built, and for bulk. */
  readonly verbatim?: boolean;
  /** The best plan depends on the values, so PostgreSQL is to plan it for each call. */
  readonly planEachTime?: boolean;
}

/**
 * Statements and what is done with their rows, written once for both engines. Because a generator cannot await,
 * SQLite runs it in one go with nothing in between, while PostgreSQL waits for each answer.
 */
export type Work<T> = Generator<Statement, T, readonly unknown[]>;

/** All rows of a query. */
export function* all<O>(query: Query<O>): Work<O[]> {
  // The engine answers a statement with its rows, whose type Kysely has worked out.
  return (yield { query }) as O[];
}

/** The first row of a query, or null. */
export function* first<O>(query: Query<O>): Work<O | null> {
  return (yield* all(query))[0] ?? null;
}

/** Runs a query for what it does. */
export function* run(query: Query<unknown>): Work<void> {
  yield { query };
}

/** All rows as arrays of stored values; T is what the caller selected, in order. */
export function* verbatim<T extends unknown[]>(
  query: Query<unknown>,
  options: { planEachTime?: boolean } = {},
): Work<T[]> {
  return (yield { query, verbatim: true, ...options }) as T[];
}
