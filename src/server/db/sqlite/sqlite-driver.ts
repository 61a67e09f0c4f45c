import type Database from "better-sqlite3";
import { textsFromStored, toStored } from "#server/db/engine/stored-text.ts";
import type { Asking, Statement, Work } from "#server/db/engine/work.ts";

/** Safety limit: in practice there are few distinct statements. */
const MAX_STATEMENTS = 1_000;

/** Returns a function that runs work synchronously on a connection. */
export function sqliteDriver(db: Database.Database): <T>(work: Work<T>) => T {
  const execute = createExecutor(db);
  return (work) => {
    let step = work.next();
    while (step.done !== true) step = work.next(execute(step.value));
    return step.value;
  };
}

/** Caches prepared statements: preparing costs more than running most of them. */
function createExecutor(db: Database.Database): (statement: Statement | Asking) => readonly unknown[] {
  const prepared = new Map<string, Database.Statement>();
  return (asked) => {
    if ("ask" in asked) throw new Error("A SQLite transaction can't await anything.");
    const { query, verbatim = false } = asked;
    const { text, values } = query.compile("sqlite");
    let statement = prepared.get(text);
    if (statement === undefined) {
      if (prepared.size >= MAX_STATEMENTS) prepared.clear();
      statement = db.prepare(text);
      prepared.set(text, statement);
    }
    const parameters = values.map(toParameter);
    if (!statement.reader) {
      statement.run(parameters);
      return [];
    }
    if (verbatim) return statement.raw(true).all(parameters);
    const rows = statement.raw(false).all(parameters) as Record<string, unknown>[];
    for (const row of rows) textsFromStored(row);
    return rows;
  };
}

function toParameter(value: unknown): unknown {
  if (typeof value === "string") return toStored(value);
  return typeof value === "boolean" ? Number(value) : value;
}
