import pg from "pg";
import { describe, expect, it, onTestFinished } from "vitest";
import { MIGRATIONS } from "#server/store/migrations/list.ts";
import type { Migration } from "#server/store/migrations/dialect.ts";
import { openStore } from "#server/store/open-store.ts";
import { addEarlyLeads, earlierStore, type EarlierStore } from "#test/earlier-store.ts";
import { ENGINES, temporaryDatabase, temporaryFolder } from "#test/stores.ts";

async function opened(options: EarlierStore["options"]) {
  const store = await openStore(options);
  onTestFinished(() => store.close());
  return store;
}

const LATER: Migration = { name: "later", sqlite: "select 1", postgres: "select 1" };

describe.each(ENGINES)("migrations on %s", (engine) => {
  it.each(MIGRATIONS.map((_, index) => index))(
    "take a database of version %i, with data, to the newest",
    async (version) => {
      const database = await earlierStore(engine);
      await database.migrate(MIGRATIONS.slice(0, version));
      if (version > 0) await addEarlyLeads(engine, database, version);
      const store = await opened(database.options);
      const kept = version > 0 ? 1 : 0;
      expect(await store.leads.totals()).toEqual({ pending: kept, qualified: 0, approved: kept, rejected: 0 });
      expect(await store.leads.count({ search: "annie" })).toEqual({ count: kept, exact: true });
      expect(await store.leads.count({ search: "ob" })).toEqual({ count: kept, exact: true });
      expect(await store.leads.count({ keyword: "GRÖSSE" })).toEqual({ count: kept, exact: true });
      expect(await store.leads.count({ keyword: "enterprise" })).toEqual({ count: kept, exact: true });
      const month = ["2026-03-01T00:00:00.000Z", "2026-04-01T00:00:00.000Z"] as const;
      expect((await store.leads.totalsCreatedBetween(...month)).approved).toBe(kept);
      expect(await store.leads.totalsBySource()).toEqual(kept === 0 ? {} : { website: 1, manual: 1 });
      expect((await store.leads.topQualified(5)).map(({ id, name }) => ({ id, name }))).toEqual(
        [{ id: "1", name: "Ännie" }].slice(0, kept),
      );
    },
  );

  it("change nothing when there is nothing to do, and refuse to go back", async () => {
    const database = await earlierStore(engine);
    await database.migrate(MIGRATIONS);
    await database.migrate(MIGRATIONS);
    await database.migrate([...MIGRATIONS, LATER]);
    await expect(openStore(database.options)).rejects.toMatchObject({ id: "schema_newer", status: 503 });
    await expect(openStore(database.options)).rejects.toThrow("newer Winnow");
  });

  it("refuse a database that took another step under the same number", async () => {
    const database = await earlierStore(engine);
    await database.migrate([...MIGRATIONS.slice(0, -1), LATER]);
    await expect(openStore(database.options)).rejects.toMatchObject({ id: "schema_changed" });
  });

  it("take all steps or none", async () => {
    const database = await earlierStore(engine);
    const broken: Migration = {
      name: "broken",
      sqlite: "create table t (a); nonsense",
      postgres: "create table t (a int); nonsense",
    };
    await expect(database.migrate([...MIGRATIONS, broken])).rejects.toThrow("nonsense");
    const store = await opened(database.options);
    await store.ping();
    expect(await store.rules.list()).toEqual([]);
  });
});

describe("migrations of processes that start together", () => {
  it("run once", async () => {
    const databaseUrl = await temporaryDatabase();
    const stores = await Promise.all(
      Array.from({ length: 4 }, async () => opened({ dataDir: await temporaryFolder(), databaseUrl })),
    );
    await Promise.all(stores.map((store) => store.ping()));
    const pool = new pg.Pool({ connectionString: databaseUrl });
    onTestFinished(() => pool.end());
    const { rows } = await pool.query("select version from schema_versions order by version");
    expect(rows).toEqual(MIGRATIONS.map((_, index) => ({ version: index + 1 })));
  });
});
