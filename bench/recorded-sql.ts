import { systemClock } from "#server/platform/clock.ts";
import type { Engine } from "#server/store/engine.ts";
import { openPostgres } from "#server/store/postgres.ts";
import { openSqlite } from "#server/store/sqlite.ts";
import type { Work } from "#server/store/work.ts";
import type { DatabaseAddress } from "./stage.ts";

/** A statement as the driver gets it. */
export interface RecordedStatement {
  sql: string;
  parameters: readonly unknown[];
  /** Whether PostgreSQL is to plan it for each call. */
  planEachTime: boolean;
}

/**
 * Runs works on the store and answers, for each, the statement that gave its result, so that the bare driver can run the
 * very same SQL.
 */
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
          const { query, planEachTime = false } = step.value;
          const { sql, parameters } = query.compile(engine.build);
          last = { sql, parameters, planEachTime };
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
