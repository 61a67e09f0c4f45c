import fc from "fast-check";
import { describe, expect, it, onTestFinished, test } from "vitest";
import { systemClock } from "#server/platform/clock.ts";
import { all, run, sql } from "#server/db/engine/sql.ts";
import { fieldSortKey } from "#server/db/leads/fields/field-values.ts";
import { insertLeads } from "#server/db/leads/lead-rows.ts";
import { searchFilling } from "#server/db/leads/search-filling.ts";
import { openPostgres } from "#server/db/postgres/postgres.ts";
import { openSqlite } from "#server/db/sqlite/sqlite.ts";
import { ENGINES, newLead, temporaryDatabase, temporaryFolder } from "#test/stores.ts";

test("sort keys of numbers compare like the numbers", () => {
  const number = fc.double({ noNaN: true, noDefaultInfinity: true });
  fc.assert(
    fc.property(number, number, (a, b) => {
      const [one, other] = [fieldSortKey(a), fieldSortKey(b)];
      expect(Math.sign(a - b)).toBe(one === other ? 0 : one < other ? -1 : 1);
    }),
  );
  expect(fieldSortKey(-0)).toBe(fieldSortKey(0));
});

test("sort keys of texts ignore case and accents, and fit in an index", () => {
  expect(fieldSortKey("  ÉMILE Zola")).toBe("emile zola");
  expect(fieldSortKey(["Gold", "Silver"])).toBe("gold; silver");
  expect(Buffer.byteLength(fieldSortKey("ﷺ".repeat(500)))).toBeLessThan(2_000);
});

describe.each(ENGINES)("the values of custom fields on %s", (engineName) => {
  it("are written for leads stored before they were indexed, in several steps", async () => {
    const engine =
      engineName === "sqlite"
        ? openSqlite(`${await temporaryFolder()}/test.db`, systemClock)
        : await openPostgres({ url: await temporaryDatabase() }, systemClock);
    onTestFinished(() => engine.close());
    const values = [
      { id: 7, value: 3 },
      { id: 8, value: ["A", "B"] },
    ];
    const leads = [1, 2, 3].map((id) => newLead({ id: String(id), customFields: id === 2 ? [] : values }));
    const valuesNow = () =>
      engine.run(() =>
        all(sql<{ lead_id: unknown }>`select * from lead_field_values order by lead_id, field_id, part`),
      );
    await engine.transact(() => insertLeads(engine, leads, ["1", "2", "3"]));
    const written = await valuesNow();
    expect(written).toHaveLength(8);
    await engine.transact(function* () {
      yield* run(sql`delete from lead_field_values`);
      yield* run(sql`update lead_search set words = null`);
    });
    const filling = searchFilling(engine);
    expect(await filling.fillSearchTexts(2)).toBe(2);
    expect((await valuesNow()).map(({ lead_id: id }) => Number(id))).toEqual([1, 1, 1, 1]);
    expect(await filling.fillSearchTexts(2)).toBe(1);
    expect(await valuesNow()).toEqual(written);
  });
});
