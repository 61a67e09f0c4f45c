import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Lead, LeadFilter } from "#shared/contract/lead.ts";
import { Lead as LeadSchema, LEAD_SORTS, LeadRow, type LeadSort } from "#shared/contract/lead.ts";
import { LEAD_STATUSES } from "#shared/lead-status.ts";
import type { LeadRecord } from "#shared/lead-record.ts";
import { criteriaOf } from "#server/store/lead-filter.ts";
import { orderOf } from "#server/store/lead-order.ts";
import { openPostgres } from "#server/store/postgres.ts";
import { postgresLeadPages } from "#server/store/postgres-lead-pages.ts";
import { foldText, searchTextOf, sortKeyOf } from "#server/store/search-text.ts";
import { openSqlite } from "#server/store/sqlite.ts";
import { sqliteLeadPages } from "#server/store/sqlite-lead-pages.ts";
import { positionOf, type LeadPageFinder } from "#server/store/lead-page.ts";
import { systemClock } from "#server/platform/clock.ts";
import { insertLeads } from "#server/store/lead-rows.ts";
import {
  addLeads,
  ENGINES,
  newLead,
  openTestStore,
  temporaryDatabase,
  temporaryFolder,
  type EngineName,
} from "#test/stores.ts";
import { sql } from "kysely";

const someLeads = fc.array(
  fc.record({
    name: fc.constantFrom(
      "Ann Lee",
      "anna lé",
      "Zoe",
      "Émile Zola",
      "100% Sure",
      "under_score",
      "李小龙",
      "😀 Smile",
      "",
    ),
    email: fc.constantFrom("a@b.co", "zoe@x.com", "q1@hooli.io", ""),
    company: fc.constantFrom("Acme", "ACME Ltd", 'Quote "x" OR y', "back\\slash", ""),
    source: fc.constantFrom("google_sheets", "manual"),
    score: fc.integer({ min: 0, max: 4 }).map((score) => score * 25),
    status: fc.constantFrom(...LEAD_STATUSES),
  }),
  { minLength: 1, maxLength: 40 },
);

const someFilter = fc.record(
  {
    search: fc.constantFrom(
      "ann",
      "ANNA LE",
      "zo",
      "z",
      "@",
      ".co",
      "%",
      "_",
      "acme",
      '"x" or',
      "\\",
      "龙",
      "小龙",
      "李小龙",
      "😀",
      "e z",
      "nobody",
      " ",
    ),
    status: fc.constantFrom(...LEAD_STATUSES, "all" as const),
    source: fc.constantFrom("google_sheets", "manual", "nowhere"),
    minScore: fc.constantFrom(0, 50, 100),
  },
  { requiredKeys: [] },
);

/** What the list answers, worked out the simple way. */
function expected(leads: readonly (LeadRecord & { id: string })[], filter: LeadFilter, sort: LeadSort): string[] {
  const { column, descending } = orderOf(sort);
  const search = foldText(filter.search ?? "");
  const key = (lead: LeadRecord): Buffer | number =>
    column === "score"
      ? lead.score
      : Buffer.from(column === "id" ? "" : sortKeyOf(column === "name_key" ? lead.name : lead.company));
  const compare = (a: LeadRecord, b: LeadRecord): number => {
    const [one, other] = [key(a), key(b)];
    const order = typeof one === "number" ? one - Number(other) : Buffer.compare(one, other as Buffer);
    return order === 0 ? Number(a.id) - Number(b.id) : order;
  };
  const found = leads
    .filter((lead) => filter.status === undefined || filter.status === "all" || lead.status === filter.status)
    .filter((lead) => filter.source === undefined || lead.source === filter.source)
    .filter((lead) => filter.minScore === undefined || lead.score >= filter.minScore)
    .filter((lead) => searchTextOf(lead).includes(search))
    .toSorted(compare);
  return (descending ? found.toReversed() : found).map(({ id }) => id);
}

async function openEngine(name: EngineName) {
  const engine =
    name === "sqlite"
      ? openSqlite(`${await temporaryFolder()}/test.db`, systemClock)
      : await openPostgres(await temporaryDatabase(), systemClock);
  onTestFinished(() => engine.close());
  return engine;
}

/** Thresholds so low that forty leads take every way that a million would. */
function findersOf(engine: EngineName): LeadPageFinder[] {
  return engine === "sqlite"
    ? [
        sqliteLeadPages(),
        sqliteLeadPages({ few: 3, matched: 3, walked: 5, lookedAt: 4 }),
        sqliteLeadPages({ few: -1, matched: -1, walked: 1, lookedAt: 1_000 }),
      ]
    : [postgresLeadPages(), postgresLeadPages({ glanced: 3, promising: 1, walked: 6, lookedAt: 4 })];
}

describe.each(ENGINES)("the list on %s", (engineName) => {
  it("holds what a simple filter and sort holds, page by page, in every way to find it", async () => {
    const engine = await openEngine(engineName);
    await fc.assert(
      fc.asyncProperty(
        someLeads,
        someFilter,
        fc.constantFrom(...LEAD_SORTS),
        fc.integer({ min: 1, max: 7 }),
        async (fields, filter, sort, limit) => {
          await engine.transact(function* () {
            for (const table of ["leads", "lead_search"]) yield { query: sql`delete from ${sql.raw(table)}` };
          });
          const leads = fields.map((lead, index) => ({ ...newLead(lead), id: String(index + 1) }));
          await engine.transact(() =>
            insertLeads(
              engine,
              leads,
              leads.map(({ id }) => id),
            ),
          );
          const wanted = expected(leads, filter, sort);
          const criteria = criteriaOf(filter);
          for (const finder of findersOf(engineName)) {
            const ids: string[] = [];
            let after = null;
            for (;;) {
              const query = { criteria, order: orderOf(sort), after, limit, columns: sql`l.name` };
              const rows = await engine.run(() => finder.page(query));
              ids.push(...rows.map(([id]) => String(id)));
              const last = rows.at(-1);
              if (last === undefined || rows.length < limit) break;
              after = positionOf(query.order, last);
            }
            expect(ids).toEqual(wanted);
            const { count, exact } = await engine.run(() => finder.count(criteria, 10));
            // What is not exact is at least as many.
            expect(count).toBe(exact ? wanted.length : Math.min(count, wanted.length));
          }
          const plenty = await engine.run(() => engine.pages.count(criteria, 1_000));
          expect(plenty).toEqual({ count: wanted.length, exact: true });
        },
      ),
      { numRuns: engineName === "sqlite" ? 300 : 150 },
    );
  });

  it("answers leads as the contract has them, and nothing else", async () => {
    const store = await openTestStore(engineName);
    const [id] = await addLeads(store, [
      { emailKey: "ada@analytical.example", notes: "n".repeat(300), rawData: ["x"] },
    ]);
    const stored = await store.leads.get(id ?? "");
    const [full] = JSON.parse((await store.leads.list({ sort: "name", limit: 5, view: "full" })).json) as Lead[];
    expect(LeadSchema.strict().parse(full)).toEqual(full);
    expect(stored).toMatchObject(full ?? {});
    const [row] = JSON.parse((await store.leads.list({ sort: "name", limit: 5, view: "row" })).json) as LeadRow[];
    expect(LeadRow.strict().parse(row)).toEqual(row);
    expect(row).not.toHaveProperty("rawData");
    expect(row).not.toHaveProperty("sourceData");
    expect(row?.notes).toBe("n".repeat(200));
  });

  it("goes on with the cursor of its order, and refuses any other", async () => {
    const store = await openTestStore(engineName);
    await addLeads(store, [{ name: "A" }, { name: "B" }, { name: "C" }]);
    const first = await store.leads.list({ sort: "name", limit: 2, view: "row" });
    const cursor = first.nextCursor ?? "";
    const second = await store.leads.list({ sort: "name", limit: 2, view: "row", cursor });
    expect(JSON.parse(second.json)).toMatchObject([{ name: "C" }]);
    expect(second.nextCursor).toBeNull();
    const damaged = ["", "x", "bm90IGpzb24", Buffer.from('["name",1,"1"]').toString("base64url"), cursor.slice(0, -4)];
    for (const text of damaged) {
      await expect(store.leads.list({ sort: "name", limit: 2, view: "row", cursor: text })).rejects.toMatchObject({
        id: "invalid",
        status: 422,
        fields: [{ field: "cursor" }],
      });
    }
    await expect(store.leads.list({ sort: "-name", limit: 2, view: "row", cursor })).rejects.toMatchObject({
      id: "invalid",
    });
    for (const score of [1.5, 1e12, -1]) {
      const made = Buffer.from(JSON.stringify(["-score", score, "1"])).toString("base64url");
      await expect(store.leads.list({ sort: "-score", limit: 2, view: "row", cursor: made })).rejects.toMatchObject({
        id: "invalid",
      });
    }
  });

  it("knows no lead under an id that is none", async () => {
    const store = await openTestStore(engineName);
    await addLeads(store, [{}]);
    for (const id of [
      "0",
      "-1",
      "01",
      "1.0",
      "1e0",
      " 1",
      "x",
      "9223372036854775807",
      "9223372036854775808",
      "9".repeat(64),
    ]) {
      expect(await store.leads.get(id)).toBeNull();
      expect(await store.leads.json(id)).toBeNull();
      expect(
        await store.leads.setStatus({ id, status: "approved", by: "T", at: "2026-05-01T10:00:00.000Z" }),
      ).toBeNull();
      expect(await store.leads.possibleDuplicates(id)).toEqual([]);
    }
  });
});
