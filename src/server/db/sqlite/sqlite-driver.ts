import type Database from "better-sqlite3";
import { textsFromStored, toStored } from "#server/db/engine/stored-text.ts";
import type { Asking, Statement, Work } from "#server/db/engine/sql.ts";

/** Safety limit: in practice there are few distinct statements. */
const MAX_STATEMENTS = 1_000;

/** A statement's text and values, which can be copied to a thread. */
export type CompiledStatement = { readonly text: string; readonly values: readonly unknown[] } & Pick<
  Statement,
  "rows" | "verbatim"
>;

export function sqliteDriver(db: Database.Database) {
  const { execute, writes } = createExecutor(db);
  return {
    /** Runs work synchronously. */
    drive<T>(this: void, work: Work<T>): T {
      let step = work.next();
      while (step.done !== true) step = work.next(execute(compiled(step.value)));
      return step.value;
    },
    /** Runs work, and waits before each statement that writes while another connection does (`excluded`). */
    async driveBetween<T>(this: void, work: Work<T>, excluded: () => Promise<void> | null): Promise<T> {
      let step = work.next();
      while (step.done !== true) {
        const statement = compiled(step.value);
        while (writes(statement) && excluded() !== null) await excluded();
        step = work.next(execute(statement));
      }
      return step.value;
    },
  };
}

/** Throws for what only PostgreSQL can do. */
export function compiled(asked: Statement | Asking): CompiledStatement {
  if ("ask" in asked) throw new Error("A SQLite transaction can't await anything.");
  const { query, rows, verbatim = false } = asked;
  return { ...query.compile("sqlite"), verbatim, ...(rows !== undefined && { rows }) };
}

/** Caches prepared statements: preparing costs more than running most of them. */
export function createExecutor(db: Database.Database) {
  const cache = new Map<string, Database.Statement>();
  const prepared = (text: string): Database.Statement => {
    let statement = cache.get(text);
    if (statement === undefined) {
      if (cache.size >= MAX_STATEMENTS) cache.clear();
      statement = db.prepare(text);
      cache.set(text, statement);
    }
    return statement;
  };
  return {
    execute(this: void, { text, values, rows, verbatim = false }: CompiledStatement): readonly unknown[] {
      const statement = prepared(text);
      if (rows !== undefined) {
        for (const row of rows) statement.run(row.map(toParameter));
        return [];
      }
      const parameters = values.map(toParameter);
      if (!statement.reader) {
        statement.run(parameters);
        return [];
      }
      if (verbatim) return statement.raw(true).all(parameters);
      const found = statement.raw(false).all(parameters) as Record<string, unknown>[];
      for (const row of found) textsFromStored(row);
      return found;
    },
    /** Whether a statement may write. */
    writes: ({ text }: CompiledStatement): boolean => !prepared(text).readonly,
  };
}

function toParameter(value: unknown): unknown {
  if (typeof value === "string") return toStored(value);
  return typeof value === "boolean" ? Number(value) : value;
}
