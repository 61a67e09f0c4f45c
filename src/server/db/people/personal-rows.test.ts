import Database from "better-sqlite3";
import { join } from "node:path";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { TABLES } from "#server/db/actions/nouns.ts";
import { openStore } from "#server/db/open-store.ts";
import { personMarks } from "#server/db/erasure/person-marks.ts";
import { addressOf, fillEmptyTables } from "#test/stored-tables.ts";
import { everyRow } from "#test/http/store-content.ts";
import { addLeads, ENGINES, oneEngine, openTestStore, temporaryDatabase, temporaryFolder } from "#test/stores.ts";

const EMAIL = "ann@x.example";
const PERSONAL = TABLES.flatMap(({ name, people }) => ("none" in people ? [] : [{ name, people }]));

describe.each(ENGINES)("an address in any text of any table on %s", (engine) => {
  it("is exported by its kind, and erased", async () => {
    const dataDir = await temporaryFolder();
    const databaseUrl = engine === "postgres" ? await temporaryDatabase() : undefined;
    const empty = await openStore({ dataDir, databaseUrl });
    await addLeads(empty, [{ name: "Bo Berg" }]);
    const job = { kind: "sync", key: "sync", title: "Sync", input: {}, maxAttempts: 1, by: "bo" } as const;
    await empty.jobs.add({ ...job, requestId: null, traceparent: null, notBefore: null });
    await empty.close();
    const place = addressOf({ dataDir, databaseUrl });
    await fillEmptyTables(place);
    const db = place.engine === "sqlite" ? new Database(join(dataDir, "winnow.db")) : null;
    const client = place.engine === "postgres" ? new pg.Client(place.url) : null;
    await client?.connect();
    for (const { name: table, people } of PERSONAL) {
      const { texts, key, own } = people;
      for (const column of texts) {
        const isJson = ["undo", "file_columns", "options"].includes(column);
        const value = isJson
          ? `[{"name": "To ${EMAIL}"}]`
          : key.includes(column) || column === own
            ? EMAIL
            : `To Ann@X.example now`;
        db?.prepare(`update ${table} set ${column} = ?`).run(value);
        await client?.query(`update ${table} set ${column} = $1`, [value]);
      }
    }
    db?.close();
    await client?.end();

    const store = await openStore({ dataDir, databaseUrl });
    const records = await store.people.export(EMAIL);
    const kinds = PERSONAL.flatMap(({ people: { kind, texts } }) => (texts.length > 0 ? [kind] : []));
    expect(Object.keys(records)).toEqual(expect.arrayContaining(kinds));
    await store.people.erase(EMAIL, "2026-05-01T10:00:00.000Z");
    expect(await store.people.export(EMAIL)).toEqual({});
    await store.close();
    const left = (await everyRow({ dataDir, databaseUrl })).filter(({ text }) => text.toLowerCase().includes(EMAIL));
    expect(left).toEqual([]);
  });
});

describe.each(oneEngine("sqlite"))("an address in another person's lead on %s", (engine) => {
  it.each([
    ["nextStep", { text: `Call ${EMAIL}`, due: "2026-06-01", timeZone: "UTC" }],
    ["industry", `Ask ${EMAIL}`],
    ["scrapeUrl", `https://x.example/?from=${EMAIL}`],
    ["customFields", [{ id: 1, value: EMAIL }]],
  ])("is exported and erased as %s", async (field, value) => {
    const store = await openTestStore(engine);
    const [id = ""] = await addLeads(store, [{ name: "Bo Berg", [field]: value }]);
    expect(Object.keys(await store.people.export(EMAIL))).toEqual(["Mentioned in other leads"]);
    await store.people.erase(EMAIL, "2026-05-01T10:00:00.000Z");
    const lead = await store.leads.get(id);
    expect(lead?.name).toBe("Bo Berg");
    expect(JSON.stringify(lead)).not.toContain(EMAIL);
  });
});

describe("the identifiers of a person", () => {
  const marks = personMarks([EMAIL, "o'ann@x.example"]);

  it.each([
    ["ANN@X.example", "[erased]"],
    ["Ann <ann@x.example>, Bo", "Ann <[erased]>, Bo"],
    [String.raw`"Mail:\nann@x.example\n"`, String.raw`"Mail:\n[erased]\n"`],
    ["email=ann%40x.example&name=Ann", "email=[erased]&name=Ann"],
    ["mail%3Dann%40x.example", "mail%3D[erased]"],
    ["website:x:email:ann@x.example", "website:x:email:[erased]"],
    ["Ask ann@x.example.", "Ask [erased]."],
    ["o'ann@x.example", "[erased]"],
  ])("are found in %s", (text, erased) => {
    expect(marks.erase(text)).toBe(erased);
    expect(marks.isIn(text)).toBe(true);
  });

  it.each(["joann@x.example", "jo.ann@x.example", "ann@x.example.org", "ann@x.examples", "ann+tag@x.example"])(
    "aren't found in %s",
    (text) => {
      expect(marks.isIn(text)).toBe(false);
      expect(marks.erase(text)).toBe(text);
    },
  );
});
