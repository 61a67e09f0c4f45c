import pg from "pg";
import type { createQueryNamer } from "#server/db/postgres/postgres-query-namer.ts";
import { textsFromStored, toStored } from "#server/db/engine/stored-text.ts";
import type { StatementRunner, Work } from "#server/db/engine/sql.ts";

/** Returns a function that runs work on a connection, or each statement on any connection of a pool. */
export function postgresDriver(
  toQuery: ReturnType<typeof createQueryNamer>,
): <T>(work: Work<T>, client: Pick<pg.ClientBase, "query">) => Promise<T> {
  return async (work, client) => {
    let step = work.next();
    while (step.done !== true) {
      if ("ask" in step.value) {
        step = work.next([await step.value.ask(statementRunner(client))]);
        continue;
      }
      const { rows } = await client.query<Record<string, unknown> | unknown[]>(toQuery(step.value));
      if (step.value.verbatim !== true) for (const row of rows) textsFromStored(row as Record<string, unknown>);
      step = work.next(rows);
    }
    return step.value;
  };
}

/** A pool that replaces a broken connection at its next use; without listeners, its error would end the process. */
export function createPool(settings: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(settings);
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/** For a library that brings its own SQL text. */
export function statementRunner(client: Pick<pg.ClientBase, "query">): StatementRunner {
  return {
    executeSql: (text, values) =>
      client.query<Record<string, unknown>>(
        text,
        values?.map((value) => (typeof value === "string" ? toStored(value) : value)),
      ),
  };
}
