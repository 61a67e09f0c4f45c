import Database from "better-sqlite3";
import { join } from "node:path";
import pg from "pg";
import { describe, expect, it, onTestFinished } from "vitest";
import { KEPT_TABLES, LEFT_OUT_TABLES } from "#server/store/backup/kept-tables.ts";
import { madeNames } from "#server/store/migrations/made-names.ts";
import { openStore } from "#server/store/open-store.ts";
import { ENGINES, temporaryDatabase, temporaryFolder, type EngineName } from "#test/stores.ts";

interface Named {
  tables: string[];
  triggers: string[];
  columns: { table: string; name: string }[];
}

/** What a new store has, as the database itself tells. */
async function namesOf(engine: EngineName): Promise<Named> {
  const dataDir = await temporaryFolder();
  if (engine === "sqlite") {
    await (await openStore({ dataDir })).close();
    const db = new Database(join(dataDir, "winnow.db"), { readonly: true });
    onTestFinished(() => void db.close());
    const named = (type: string): string[] =>
      db.prepare<[string], string>("select name from sqlite_master where type = ?").pluck().all(type);
    // A virtual table's own tables are named after it.
    const tables = named("table").filter((name) => !/^(?:sqlite_|lead_index_)/u.test(name));
    const columnsOf = db.prepare<[string], { name: string }>("select name from pragma_table_xinfo(?)");
    const columns = tables.flatMap((table) => columnsOf.all(table).map(({ name }) => ({ table, name })));
    return { tables, triggers: named("trigger"), columns };
  }
  const databaseUrl = await temporaryDatabase();
  await (await openStore({ dataDir, databaseUrl })).close();
  const client = new pg.Client(databaseUrl);
  await client.connect();
  onTestFinished(() => client.end());
  const columns = await client.query<{ table: string; name: string }>(
    "select table_name as table, column_name as name from information_schema.columns where table_schema = 'public'",
  );
  const triggers = await client.query<{ name: string }>(
    "select tgname as name from pg_trigger where not tgisinternal and tgrelid::regclass::text not like '%.%'",
  );
  return {
    tables: [...new Set(columns.rows.map(({ table }) => table))],
    triggers: triggers.rows.map(({ name }) => name),
    columns: columns.rows,
  };
}

/** What lets somebody in, or opens what is sealed, is named like this. */
const LOOKS_SECRET = /sealed|hash|secret|token|password|passphrase|salt|code/u;

/** These are named alike, and open nothing. */
const OPENS_NOTHING: readonly string[] = [
  "source_rows.content_hash",
  "scrape_pages.content_hash",
  // The links in messages that went out: who knows one can unsubscribe the address that it went to.
  "follow_up_messages.token",
  // They tell whoever has the database whether a guessed address was erased.
  "erasure_salt.salt",
  "erased_keys.key_hash",
  "erased_keys.person_hash",
];

describe.each(ENGINES)("the tables of %s", (engine) => {
  it("are each kept by a backup or left out for a reason", async () => {
    const { tables } = await namesOf(engine);
    const classified = new Set([...Object.keys(KEPT_TABLES), ...Object.keys(LEFT_OUT_TABLES)]);
    expect(tables.filter((table) => !classified.has(table))).toEqual([]);
    for (const name of Object.keys(KEPT_TABLES)) {
      expect(tables).toContain(name);
      expect(LEFT_OUT_TABLES).not.toHaveProperty(name);
    }
  });

  it("have no secret that a backup without secrets would hold", async () => {
    const { columns } = await namesOf(engine);
    const open = columns.filter(({ table, name }) => {
      const kept = KEPT_TABLES[table];
      if (kept === undefined || kept.isSecret === true || !LOOKS_SECRET.test(name)) return false;
      return kept.secrets?.[name] === undefined && !OPENS_NOTHING.includes(`${table}.${name}`);
    });
    expect(open).toEqual([]);
    for (const [table, { secrets = {} }] of Object.entries(KEPT_TABLES)) {
      for (const name of Object.keys(secrets)) expect(columns).toContainEqual({ table, name });
    }
  });

  it("and its triggers are those that the migrations name", async () => {
    const { tables, triggers } = await namesOf(engine);
    const made = madeNames(engine);
    expect([...made.tables].toSorted()).toEqual(tables.toSorted());
    expect([...made.triggers].toSorted()).toEqual(triggers.toSorted());
  });
});
