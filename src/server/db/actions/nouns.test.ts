import Database from "better-sqlite3";
import { join } from "node:path";
import pg from "pg";
import { describe, expect, it, onTestFinished } from "vitest";
import { BACKED_UP_TABLES, withoutSecrets } from "#server/db/backup/backed-up-tables.ts";
import { madeNames } from "#server/db/migrations/made-names.ts";
import { TABLES } from "#server/db/actions/nouns.ts";
import { openStore } from "#server/db/open-store.ts";
import { ENGINES, temporaryDatabase, temporaryFolder, type EngineName } from "#test/stores.ts";

interface Named {
  tables: string[];
  triggers: string[];
  columns: { table: string; name: string }[];
}

/** The schema of a new store, as reported by the database. */
async function namesOf(engine: EngineName): Promise<Named> {
  const dataDir = await temporaryFolder();
  if (engine === "sqlite") {
    await (await openStore({ dataDir })).close();
    const db = new Database(join(dataDir, "winnow.db"), { readonly: true });
    onTestFinished(() => void db.close());
    const named = (type: string): string[] =>
      db.prepare<[string], string>("select name from sqlite_master where type = ?").pluck().all(type);
    // A virtual table's own tables are named after it.
    const tables = named("table").filter((name) => !/^(?:sqlite_|lead_index_|lead_words_)/u.test(name));
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

/** Names of columns that grant access or decrypt. */
const LOOKS_SECRET = /sealed|hash|secret|token|password|passphrase|salt|code/u;

/** Similar names that grant nothing. */
const OPENS_NOTHING: readonly string[] = [
  "source_rows.content_hash",
  "scrape_pages.content_hash",
  // The links in sent messages: knowing one lets someone unsubscribe the address it went to.
  "follow_up_messages.token",
  // They let anyone with the database check whether a guessed address was erased.
  "erasure_salt.salt",
  "erased_keys.key_hash",
  "erased_keys.person_hash",
];

/** Tables of only one engine. */
const ONLY: Readonly<Record<EngineName, readonly string[]>> = {
  sqlite: ["lead_index", "lead_trigrams", "lead_word_uses", "lead_words"],
  postgres: [],
};

describe.each(ENGINES)("the tables of %s", (engine) => {
  it("are each declared with a noun, once", async () => {
    const { tables } = await namesOf(engine);
    const others = ENGINES.filter((name) => name !== engine).flatMap((name) => ONLY[name]);
    const declared = TABLES.map(({ name }) => name).filter((name) => !others.includes(name));
    expect(declared.toSorted()).toEqual(tables.toSorted());
  });

  it("have the columns in their declarations", async () => {
    const { columns } = await namesOf(engine);
    for (const { name: table, backup, people, sealed = [], undo } of TABLES) {
      const replaced = typeof backup === "string" || "skip" in backup ? {} : (backup.replaced ?? {});
      const personal = "none" in people ? [] : [...people.key, ...people.texts, ...(people.leads ?? [])];
      const undone = undo === undefined ? [] : [undo.key ?? "id", ...(undo.health ?? [])];
      if (ENGINES.some((other) => other !== engine && ONLY[other].includes(table))) continue;
      for (const name of [...Object.keys(replaced), ...sealed, ...personal, ...undone]) {
        expect(columns).toContainEqual({ table, name });
      }
    }
  });

  it("have no secret that a backup without secrets would contain", async () => {
    const { columns } = await namesOf(engine);
    const open = columns.filter(({ table, name }) => {
      const { rows, replaced = {} } = withoutSecrets(table);
      if (!BACKED_UP_TABLES.includes(table) || rows === "none" || !LOOKS_SECRET.test(name)) return false;
      return replaced[name] === undefined && !OPENS_NOTHING.includes(`${table}.${name}`);
    });
    expect(open).toEqual([]);
  });

  it("declare every encrypted column for a key change", async () => {
    const { columns } = await namesOf(engine);
    const named = TABLES.flatMap(({ name: table, sealed = [] }) => sealed.map((name) => ({ table, name })));
    const sealed = columns.filter(({ name }) => name.startsWith("sealed_"));
    expect(sealed).toHaveLength(named.length);
    for (const column of named) expect(sealed).toContainEqual(column);
  });

  it("and its triggers match the migrations", async () => {
    const { tables, triggers } = await namesOf(engine);
    const made = madeNames(engine);
    expect([...made.tables].toSorted()).toEqual(tables.toSorted());
    expect([...made.triggers].toSorted()).toEqual(triggers.toSorted());
  });
});
