import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely";
import type pg from "pg";
import type { createQueryNamer } from "#server/store/postgres-query-namer.ts";
import { textsFromStored } from "#server/store/stored-text.ts";
import type { Tables } from "#server/store/tables.ts";
import type { Work } from "#server/store/work.ts";

/** Builds queries for PostgreSQL. */
export function postgresBuilder(): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

/** Runs works on a connection, or each statement on any of a pool. */
export function postgresDriver(
  toQuery: ReturnType<typeof createQueryNamer>,
): <T>(work: Work<T>, client: Pick<pg.ClientBase, "query">) => Promise<T> {
  return async (work, client) => {
    let step = work.next();
    while (step.done !== true) {
      const { rows } = await client.query<Record<string, unknown> | unknown[]>(toQuery(step.value));
      if (step.value.verbatim !== true) for (const row of rows) textsFromStored(row as Record<string, unknown>);
      step = work.next(rows);
    }
    return step.value;
  };
}
