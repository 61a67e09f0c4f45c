import { describe, expect, it, onTestFinished } from "vitest";
import { systemClock } from "#server/platform/clock.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { all, sql, type Work } from "#server/db/engine/sql.ts";
import { addressStore } from "#server/db/addresses/address-marks.ts";
import { leadPagesOf } from "#server/db/leads/find-lead-page.ts";
import { openPostgres } from "#server/db/postgres/postgres.ts";
import { openSqlite } from "#server/db/sqlite/sqlite.ts";
import { ENGINES, temporaryDatabase, temporaryFolder, type EngineName } from "#test/stores.ts";

async function openEngine(name: EngineName): Promise<Engine> {
  const engine =
    name === "sqlite"
      ? openSqlite(`${await temporaryFolder()}/test.db`, systemClock)
      : await openPostgres({ url: await temporaryDatabase() }, systemClock);
  onTestFinished(() => engine.close());
  return engine;
}

/** The query plans of the work's statements, which aren't run. */
async function plansOf(engine: Engine, work: () => Work<unknown>): Promise<string> {
  const plans: string[] = [];
  await engine.transact(function* () {
    // Empty tables are read faster without an index.
    if (engine.name === "postgres") yield { query: sql`set local enable_seqscan = off` };
    const statements = work();
    for (let step = statements.next(); step.done !== true; step = statements.next([])) {
      if (!("query" in step.value)) throw new Error("Only queries have plans.");
      const explain = engine.name === "sqlite" ? sql`explain query plan ` : sql`explain `;
      plans.push(JSON.stringify(yield* all(sql`${explain}${step.value.query}`)));
    }
  });
  return plans.join("\n");
}

describe.each(ENGINES)("address marks on %s", (name) => {
  it("finds due addresses and leads of a quality by an index", async () => {
    const engine = await openEngine(name);
    const plans: string[] = [];
    const explained: Engine = {
      ...engine,
      sql: engine.sql,
      run: async (work) => {
        plans.push(await plansOf(engine, work));
        return undefined as never;
      },
    };
    const store = addressStore(explained);
    await store.nextDue().catch(() => null);
    await store.due("2026-11-20T09:00:00.000Z", 500).catch(() => []);
    for (const plan of plans) expect(plan).toContain("leads_address_check");
    expect(plans).toHaveLength(2);
    const pages = leadPagesOf(engine);
    expect(await plansOf(engine, () => pages.count({ addressQuality: "bad" }, 1_000))).toContain(
      "leads_address_quality",
    );
  });
});
