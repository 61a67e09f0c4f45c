import pg from "pg";
import { describe, expect, it, onTestFinished } from "vitest";
import { MIGRATIONS } from "#server/db/migrations/list.ts";
import type { Migration } from "#server/db/migrations/dialect.ts";
import { BASELINE_VERSION } from "#server/db/migrations/pending-migrations.ts";
import { openStore } from "#server/db/open-store.ts";
import { earlierStore, type EarlierStore } from "#test/earlier-store.ts";
import { ENGINES, temporaryDatabase, temporaryFolder } from "#test/stores.ts";

async function opened(options: EarlierStore["options"]) {
  const store = await openStore(options);
  onTestFinished(() => store.close());
  return store;
}

const LATER: Migration = { name: "later", sqlite: "select 1", postgres: "select 1" };

describe.each(ENGINES)("migrations on %s", (engine) => {
  it("change nothing when there is nothing to do, and refuse to downgrade", async () => {
    const database = await earlierStore(engine);
    await database.migrate(MIGRATIONS);
    await database.migrate(MIGRATIONS);
    await database.migrate([...MIGRATIONS, LATER]);
    await expect(openStore(database.options)).rejects.toMatchObject({ id: "schema_newer", status: 503 });
    await expect(openStore(database.options)).rejects.toThrow("newer version of Winnow");
  });

  it("reject a database that ran another migration with the same number", async () => {
    const database = await earlierStore(engine);
    await database.migrate([...MIGRATIONS.slice(0, -1), LATER]);
    await expect(openStore(database.options)).rejects.toMatchObject({ id: "schema_changed" });
  });

  it("reject a database older than version 0.1, and say what to do", async () => {
    const database = await earlierStore(engine);
    await database.migrate(MIGRATIONS);
    const row = { version: 20, name: "follow-ups", checksum: "", applied_at: "" };
    await database.run("delete from schema_versions");
    await database.insert("schema_versions", row);
    await expect(openStore(database.options)).rejects.toMatchObject({ id: "schema_older", status: 503 });
    await expect(openStore(database.options)).rejects.toThrow("Start version 0.1 on it once");
  });

  it("run completely or not at all", async () => {
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

describe("migrations during a long transaction, such as a backup", () => {
  it("block nobody else, and run when it ends", async () => {
    const database = await earlierStore("postgres");
    await database.migrate(MIGRATIONS);
    const [long, other] = await Promise.all(
      [1, 2].map(async () => {
        const client = new pg.Client(database.options.databaseUrl);
        await client.connect();
        onTestFinished(() => client.end());
        return client;
      }),
    );
    await long?.query("begin");
    await long?.query("select 1 from leads");
    const adding: Migration = { name: "adding", sqlite: "", postgres: "alter table leads add column later text" };
    const migrated = database.migrate([...MIGRATIONS, adding]);
    const waits = "select 1 from pg_locks where not granted and mode = 'AccessExclusiveLock'";
    await expect.poll(async () => (await other?.query(waits))?.rowCount).toBe(1);
    await other?.query("select 1 from leads");
    await long?.query("commit");
    await migrated;
    expect((await other?.query("select later from leads"))?.rowCount).toBe(0);
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
    expect(rows).toEqual(MIGRATIONS.map((_, index) => ({ version: BASELINE_VERSION + index })));
  });
});
