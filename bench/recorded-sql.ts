import { systemClock } from "#server/platform/clock.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { openPostgres } from "#server/db/postgres/postgres.ts";
import { openSqlite } from "#server/db/sqlite/sqlite.ts";
import type { Work } from "#server/db/engine/sql.ts";
import type { DatabaseAddress } from "./stage.ts";

/** A statement as the driver receives it. */
export interface RecordedStatement {
  sql: string;
  parameters: readonly unknown[];
  /** Whether PostgreSQL should plan it on each call. */
  planEachTime: boolean;
}

/** Runs work on the store and returns the statement behind each result, so the bare driver can run the same SQL. */
export async function recordSql(
  address: DatabaseAddress,
  works: (engine: Engine) => readonly (() => Work<unknown>)[],
): Promise<RecordedStatement[]> {
  const engine = await open(address);
  try {
    const recorded: RecordedStatement[] = [];
    for (const work of works(engine)) {
      let last: RecordedStatement | null = null;
      await engine.run(function* () {
        const steps = work();
        let step = steps.next();
        while (step.done !== true) {
          if ("ask" in step.value) throw new Error("A library's statements are not recorded.");
          const { query, planEachTime = false } = step.value;
          const { text, values } = query.compile(engine.name);
          last = { sql: text, parameters: values, planEachTime };
          step = steps.next(yield step.value);
        }
      });
      if (last === null) throw new Error("The work ran no statement.");
      recorded.push(last);
    }
    return recorded;
  } finally {
    await engine.close();
  }
}

async function open({ engine, database }: DatabaseAddress): Promise<Engine> {
  return engine === "postgres" ? openPostgres({ url: database }, systemClock) : openSqlite(database, systemClock);
}
