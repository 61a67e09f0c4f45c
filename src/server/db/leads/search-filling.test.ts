import { expect, it, onTestFinished } from "vitest";
import { all, run, sql } from "#server/db/engine/sql.ts";
import { insertLeads } from "#server/db/leads/lead-rows.ts";
import { searchFilling } from "#server/db/leads/search-filling.ts";
import { openPostgres } from "#server/db/postgres/postgres.ts";
import { openSqlite } from "#server/db/sqlite/sqlite.ts";
import { systemClock } from "#server/platform/clock.ts";
import { ENGINES, newLead, temporaryDatabase, temporaryFolder } from "#test/stores.ts";

it.each(ENGINES)("replaces keys that an earlier version folded otherwise, on %s", async (engineName) => {
  const engine =
    engineName === "sqlite"
      ? openSqlite(`${await temporaryFolder()}/test.db`, systemClock)
      : await openPostgres({ url: await temporaryDatabase() }, systemClock);
  onTestFinished(() => engine.close());
  const lead = newLead({ name: "Łukasz", company: "Ørsted", customFields: [{ id: 7, value: "Łódź" }] });
  await engine.transact(() => insertLeads(engine, [lead], ["1"]));
  await engine.transact(function* () {
    yield* run(sql`update leads set name_key = 'łukasz', company_key = 'ørsted'`);
    yield* run(sql`update lead_field_values set sort_key = 'łodz'`);
    yield* run(sql`update lead_search set words = null`);
  });
  expect(await searchFilling(engine).fillSearchTexts(2)).toBe(1);
  const [leads, values] = await Promise.all([
    engine.run(() => all(sql`select name_key, company_key from leads`)),
    engine.run(() => all(sql`select sort_key from lead_field_values`)),
  ]);
  expect([leads, values]).toEqual([[{ name_key: "lukasz", company_key: "orsted" }], [{ sort_key: "lodz" }]]);
});
