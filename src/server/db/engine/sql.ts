/** SQLite writes parameters as `?`, PostgreSQL as `$1`. */
export type Dialect = "sqlite" | "postgres";

/** A statement for a driver; values are in parameter order. */
export interface CompiledSql {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Cached texts of templates without nested fragments, which never change. */
const TEXTS = {
  sqlite: new WeakMap<readonly string[], string>(),
  postgres: new WeakMap<readonly string[], string>(),
} satisfies Record<Dialect, WeakMap<readonly string[], string>>;

/** A statement that returns rows of this type, or a fragment of one. Write it with the `sql` tag. */
export class Sql<Row = unknown> {
  /** Never set; lets TypeScript infer the row type. */
  declare readonly row?: Row;
  readonly #texts: readonly string[];
  readonly #values: readonly unknown[];

  /** Values sit between consecutive texts. Nested `Sql` becomes part of the text; any other value is bound. */
  constructor(texts: readonly string[], values: readonly unknown[]) {
    this.#texts = texts;
    this.#values = values;
  }

  compile(dialect: Dialect): CompiledSql {
    if (this.#values.some((value) => value instanceof Sql)) {
      const values: unknown[] = [];
      return { text: this.#write(dialect, values), values };
    }
    let text = TEXTS[dialect].get(this.#texts);
    if (text === undefined) {
      text = this.#write(dialect, []);
      TEXTS[dialect].set(this.#texts, text);
    }
    return { text, values: this.#values };
  }

  /** Returns the text and appends its parameters to those bound so far. */
  #write(dialect: Dialect, bound: unknown[]): string {
    let text = this.#texts[0] ?? "";
    for (const [index, value] of this.#values.entries()) {
      if (value instanceof Sql) {
        text += value.#write(dialect, bound);
      } else {
        bound.push(value);
        text += dialect === "sqlite" ? "?" : `$${bound.length}`;
      }
      text += this.#texts[index + 1] ?? "";
    }
    return text;
  }
}

/** SQL with every value bound as a parameter, except nested fragments. */
export function sql<Row = unknown>(texts: TemplateStringsArray, ...values: readonly unknown[]): Sql<Row> {
  return new Sql<Row>(texts, values);
}

/** Verbatim text: for program constants only, never for input. */
sql.raw = (text: string): Sql => new Sql([text], []);

/** A quoted table or column name; a dot separates schema and table. */
sql.ref = (name: string): Sql => sql.raw(`"${name.replaceAll('"', '""').replaceAll(".", '"."')}"`);

/** Joins fragments or values with a separator; empty when there are none. */
sql.join = (items: readonly unknown[], separator = ", "): Sql =>
  new Sql(["", ...items.slice(1).map(() => separator), ...items.slice(0, 1).map(() => "")], items);

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

/** Whether a query returns a row. */
export function* exists(query: Sql): Work<boolean> {
  return (yield* all(query)).length > 0;
}

/** Returns the ids in the only column of a query as text; SQLite returns numbers. */
export function* allIds(query: Sql): Work<string[]> {
  return (yield* verbatim<[string | number]>(query)).map(([id]) => String(id));
}

/** Returns the first of these ids, or null. */
export function* firstId(query: Sql): Work<string | null> {
  return (yield* allIds(query))[0] ?? null;
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

const MAX_ID = (2n ** 63n - 1n).toString();

/** Whether a text can be a row id. The databases would throw on anything else. */
export function isRowId(id: string): boolean {
  if (!/^[1-9]\d{0,18}$/u.test(id)) return false;
  return id.length < MAX_ID.length || id <= MAX_ID;
}
