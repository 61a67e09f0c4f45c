import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Lead, LeadFilter } from "#shared/contract/lead.ts";
import { Lead as LeadSchema, LEAD_SORTS, LeadRow, type LeadSort } from "#shared/contract/lead.ts";
import { LEAD_STATUSES, MISSING_INFO } from "#shared/lead-status.ts";
import type { LeadRecord } from "#shared/lead-record.ts";
import { findLeadPage } from "#server/store/find-lead-page.ts";
import { criteriaFor } from "#server/store/lead-filter.ts";
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
    keywords: fc.subarray(["demo", "Demo", "price list", "größe", "GROSSE", "lone \ud800", 'q"uote']),
    missingInfo: fc.subarray([...MISSING_INFO]),
    createdAt: fc.constantFrom(
      "2026-05-01T09:59:59.999Z",
      "2026-05-01T10:00:00.000Z",
      "2026-05-02T00:00:00.000Z",
      "2026-05-03T23:30:00.000Z",
    ),
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
    maxScore: fc.constantFrom(0, 50, 100),
    keyword: fc.constantFrom("DEMO", "Price  List", "grösse", "price", 'Q"uote', " "),
    missing: fc.constantFrom(...MISSING_INFO),
    from: fc.constantFrom("2026-05-01T12:00:00+02:00", "2026-05-02", "2030-01-01"),
    to: fc.constantFrom("2026-05-01T10:00:00Z", "2026-05-02", "2026-05-04"),
  },
  { requiredKeys: [] },
);

/** What the list answers, worked out the simple way. */
function expected(leads: readonly (LeadRecord & { id: string })[], filter: LeadFilter, sort: LeadSort): string[] {
  const descending = sort.startsWith("-");
  const isByTime = sort.endsWith("createdAt") && (filter.from ?? filter.to) !== undefined;
  const key = isByTime ? (lead: LeadRecord) => lead.createdAt : KEYS[sort.replace("-", "") as keyof typeof KEYS];
  const compare = (a: LeadRecord, b: LeadRecord): number => {
    const [one, other] = [key(a), key(b)];
    if (one === null || other === null) {
      return one === other ? Number(a.id) - Number(b.id) : (one === null) === descending ? -1 : 1;
    }
    const order =
      typeof one === "number" ? one - Number(other) : Buffer.compare(Buffer.from(one), Buffer.from(String(other)));
    return order === 0 ? Number(a.id) - Number(b.id) : order;
  };
  const found = leads.filter((lead) => fits(lead, filter)).toSorted(compare);
  return (descending ? found.toReversed() : found).map(({ id }) => id);
}

/** What each sort goes by; leads that know each other's order by nothing else stand as they came. */
const KEYS = {
  createdAt: () => 0,
  score: (lead: LeadRecord) => lead.score,
  name: (lead: LeadRecord) => sortKeyOf(lead.name),
  company: (lead: LeadRecord) => sortKeyOf(lead.company),
  email: (lead: LeadRecord) => lead.emailKey,
  source: (lead: LeadRecord) => lead.source,
  status: (lead: LeadRecord) => lead.status,
  keywords: (lead: LeadRecord) => lead.keywords.length,
};

function fits(lead: LeadRecord, filter: LeadFilter): boolean {
  const keyword = foldText(filter.keyword ?? "");
  const time = Date.parse(lead.createdAt);
  return [
    filter.status === undefined || filter.status === "all" || lead.status === filter.status,
    filter.source === undefined || lead.source === filter.source,
    lead.score >= (filter.minScore ?? 0) && lead.score <= (filter.maxScore ?? 100),
    keyword === "" || lead.keywords.some((own) => foldText(own) === keyword),
    filter.missing === undefined || lead.missingInfo.includes(filter.missing),
    filter.from === undefined || time >= Date.parse(filter.from),
    filter.to === undefined || time < Date.parse(filter.to),
    searchTextOf(lead).includes(foldText(filter.search ?? "")),
  ].every(Boolean);
}

async function openEngine(name: EngineName) {
  const engine =
    name === "sqlite"
      ? openSqlite(`${await temporaryFolder()}/test.db`, systemClock)
      : await openPostgres({ url: await temporaryDatabase() }, systemClock);
  onTestFinished(() => engine.close());
  return engine;
}

/** Thresholds so low that forty leads take every way that a million would. */
function findersOf(engine: EngineName): LeadPageFinder[] {
  return engine === "sqlite"
    ? [
        sqliteLeadPages(),
        sqliteLeadPages({ few: 3, matched: 3, walked: 5, gathered: 6, part: 7, lookedAt: 4 }),
        sqliteLeadPages({ few: -1, matched: -1, walked: 1, gathered: -1, part: 3, lookedAt: 1_000 }),
        sqliteLeadPages({ few: -1, matched: -1, walked: 1_000, gathered: -1, part: 100, lookedAt: 1_000 }),
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
          const leads = fields.map((lead, index) => ({
            ...newLead(lead),
            id: String(index + 1),
            emailKey: lead.email === "" ? null : `${index}${lead.email}`,
          }));
          await engine.transact(() =>
            insertLeads(
              engine,
              leads,
              leads.map(({ id }) => id),
            ),
          );
          const wanted = expected(leads, filter, sort);
          const criteria = await engine.run(() => criteriaFor(filter));
          for (const finder of findersOf(engineName)) {
            const ids: string[] = [];
            let after = null;
            for (;;) {
              const query = { criteria, order: orderOf(sort, criteria), after, limit, columns: sql`l.name` };
              const rows = await findLeadPage({ ...engine, pages: finder }, query);
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
      expect(await store.duplicates.ofLead(id, 5)).toEqual([]);
    }
  });
});
