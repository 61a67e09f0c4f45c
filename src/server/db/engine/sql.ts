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
