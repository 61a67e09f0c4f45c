import type Database from "better-sqlite3";
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from "kysely";
import { textsFromStored, toStored } from "#server/store/stored-text.ts";
import type { Tables } from "#server/store/tables.ts";
import type { Statement, Work } from "#server/store/work.ts";

/** Texts of statements are few and repeat; a bound in case one day they do not. */
const MAX_STATEMENTS = 1_000;

/** Builds queries for SQLite. */
export function sqliteBuilder(): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (kysely) => new SqliteIntrospector(kysely),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
}

/** Runs works on a connection, each in one go. */
export function sqliteDriver(db: Database.Database, build: Kysely<Tables>): <T>(work: Work<T>) => T {
  const execute = createExecutor(db, build);
  return (work) => {
    let step = work.next();
    while (step.done !== true) step = work.next(execute(step.value));
    return step.value;
  };
}

/** Runs statements, each prepared once: preparing costs more than running most of them. */
function createExecutor(db: Database.Database, build: Kysely<Tables>): (statement: Statement) => readonly unknown[] {
  const prepared = new Map<string, Database.Statement>();
  return ({ query, verbatim = false }) => {
    const { sql: text, parameters } = query.compile(build);
    let statement = prepared.get(text);
    if (statement === undefined) {
      if (prepared.size >= MAX_STATEMENTS) prepared.clear();
      statement = db.prepare(text);
      prepared.set(text, statement);
    }
    const values = parameters.map(toParameter);
    if (!statement.reader) {
      statement.run(values);
      return [];
    }
    if (verbatim) return statement.raw(true).all(values);
    const rows = statement.raw(false).all(values) as Record<string, unknown>[];
    for (const row of rows) textsFromStored(row);
    return rows;
  };
}

function toParameter(value: unknown): unknown {
  if (typeof value === "string") return toStored(value);
  return typeof value === "boolean" ? Number(value) : value;
}
