import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LeadTotals } from "#shared/contract/leads/lead-totals.ts";
import type { LeadFilter } from "#shared/contract/leads/lead.ts";
import { LEAD_STATUSES, type LeadStatus } from "#shared/lead-status.ts";
import type { Store } from "#server/db/store.ts";
import { addLeads, anEntry, ENGINES, openTestStore, rescoreBy } from "#test/stores.ts";
import type { ScorePart } from "#shared/lead-record.ts";

const AT = "2026-05-01T10:00:00.000Z";
const MOMENTS = ["2026-03-31T18:15:00.000Z", "2026-03-31T18:30:00.000Z", "2026-04-01T18:45:00.000Z"];

const status = fc.constantFrom(...LEAD_STATUSES);
const source = fc.constantFrom("website", "form");
const score = fc.constantFrom(0, 10, 30, 70, 100);
const createdAt = fc.constantFrom(
  "2026-03-31T18:14:59.999Z",
  "2026-03-31T18:15:00.000Z",
  "2026-03-31T18:29:59.999Z",
  "2026-03-31T18:30:00.000Z",
  "2026-03-31T23:30:00.000Z",
  "2026-04-01T00:30:00.000Z",
  "2026-04-01T18:44:00.000Z",
  "2026-04-01T18:45:00.000Z",
  "2026-04-30T23:10:00.000Z",
);
const fields = fc.record({ status, source, score, createdAt });
const someAct = fc.oneof(
  fc.record({ act: fc.constant("create" as const), leads: fc.array(fields, { maxLength: 5 }) }),
  fc.record({ act: fc.constant("setStatus" as const), at: fc.nat(), status }),
  fc.record({ act: fc.constant("edit" as const), at: fc.nat(), fields }),
  fc.record({ act: fc.constant("remove" as const), at: fc.nat() }),
  fc.record({ act: fc.constant("undo" as const), at: fc.nat() }),
  fc.record({ act: fc.constant("rescore" as const), score, status }),
);

/** The expected counters, from reading every lead. */
async function counted(store: Store, from = "", to = "9"): Promise<Record<LeadStatus, number>> {
  const totals = { pending: 0, qualified: 0, approved: 0, rejected: 0 };
  for await (const rows of store.leads.streamColumns({}, ["status", "createdAt"])) {
    for (const [is, at = ""] of rows) if (at >= from && at < to) totals[is as LeadStatus] += 1;
  }
  return totals;
}

async function countedBySource(store: Store): Promise<Record<string, number>> {
  const totals: Record<string, number> = {};
  for await (const rows of store.leads.streamColumns({}, ["source"])) {
    for (const [name = ""] of rows) totals[name] = (totals[name] ?? 0) + 1;
  }
  return totals;
}

async function countedBy(store: Store, filter: LeadFilter): Promise<number> {
  const { minScore = 0, maxScore = 100, status: wanted } = filter;
  let count = 0;
  for await (const rows of store.leads.streamColumns({}, ["status", "score"])) {
    for (const [is, points] of rows) {
      if (Number(points) >= minScore && Number(points) <= maxScore && (wanted ?? is) === is) count += 1;
    }
  }
  return count;
}

async function summedBy(store: Store, { minScore = 0, status: wanted, stage }: LeadFilter): Promise<LeadTotals> {
  const totals = LEAD_STATUSES.map((each) => [each, { count: 0, scoreSum: 0 }] as const);
  const found = Object.fromEntries(totals) as LeadTotals;
  for await (const rows of store.leads.streamColumns({}, ["status", "score"])) {
    for (const [is = "", points] of rows) {
      const isOfStage = stage === undefined || is === "qualified" || is === "approved";
      if (Number(points) < minScore || (wanted ?? is) !== is || !isOfStage) continue;
      found[is as LeadStatus].count += 1;
      found[is as LeadStatus].scoreSum += Number(points);
    }
  }
  return found;
}

/** The expected counters by score and by quarter hour. */
async function countedFigures(store: Store) {
  const scores: Record<string, number> = {};
  const spans: Record<string, number>[] = [{}, {}];
  for await (const rows of store.leads.streamColumns({}, ["score", "status", "source", "createdAt"])) {
    for (const [points, is, from = "", at = ""] of rows) {
      const key = `${points} ${is}`;
      scores[key] = (scores[key] ?? 0) + 1;
      const span = spans[MOMENTS.findLastIndex((moment) => moment <= at)];
      if (span !== undefined) span[from] = (span[from] ?? 0) + 1;
    }
  }
  return { scores, spans };
}

async function keptFigures(store: Store) {
  const totals = await store.leads.scoreTotals();
  return {
    scores: Object.fromEntries(totals.map((total) => [`${total.score} ${total.status}`, total.count])),
    spans: await store.leads.createdBySource(MOMENTS),
  };
}

function aPart(ruleId: string, points: number): ScorePart {
  return { ruleId, ruleName: "Intent", keyword: "demo", field: "notes", start: 0, end: 4, points };
}

describe.each(ENGINES)("totals and figures on %s", (engine) => {
  it("match a count after any changes", async () => {
    const store = await openTestStore(engine);
    const ids: string[] = [];
    const acts: string[] = [];
    await fc.assert(
      fc.asyncProperty(fc.array(someAct, { maxLength: 12 }), async (changes) => {
        for (const change of changes) {
          const id = "at" in change ? (ids[change.at % ids.length] ?? "") : "";
          if (change.act === "create") ids.push(...(await addLeads(store, change.leads)));
          if (change.act === "setStatus") {
            const done = await store.leads.setStatus({ id, status: change.status, by: "T", at: AT });
            if (done?.actId != null) acts.push(done.actId);
          }
          if (change.act === "edit") {
            const done = await store.leads.edit(id, (lead) => ({ ...lead, ...change.fields }), anEntry());
            if (done?.actId != null) acts.push(done.actId);
          }
          if (change.act === "remove") {
            const done = await store.leads.remove(id, anEntry());
            if (done !== null) acts.push(done.actId);
          }
          if (change.act === "undo") {
            await store.journal.undo(acts[change.at % acts.length] ?? "", { by: "T", at: AT, rescore: (lead) => lead });
          }
          if (change.act === "rescore") {
            await rescoreBy(store, 4, (lead) =>
              lead.score === 10 || lead.score === 30 ? { score: change.score, status: change.status } : null,
            );
          }
        }
        expect(await store.leads.totals()).toEqual(await counted(store));
        const month = ["2026-04-01T00:00:00.000Z", "2026-05-01T00:00:00.000Z"] as const;
        expect(await store.leads.totalsCreatedBetween(...month)).toEqual(await counted(store, ...month));
        expect(await store.leads.totalsBySource()).toEqual(await countedBySource(store));
        for (const filter of [
          { minScore: 31 },
          { minScore: 50, maxScore: 50 },
          { maxScore: 50, status: "approved" },
        ] as const) {
          expect(await store.leads.count(filter)).toEqual({ count: await countedBy(store, filter), exact: true });
        }
        const filters: LeadFilter[] = [{}, { minScore: 31 }, { status: "approved" }, { stage: "qualified" }];
        for (const filter of filters) {
          const summed = await summedBy(store, filter);
          expect(await store.leads.totalsOf(filter)).toEqual(summed);
          // The same leads, but read one by one.
          expect(await store.leads.totalsOf({ ...filter, from: "2026-01-01" })).toEqual(summed);
        }
        expect(await keptFigures(store)).toEqual(await countedFigures(store));
      }),
      { numRuns: 30 },
    );
    expect(acts.length).toBeGreaterThan(10);
  });

  it("include the current hour", async () => {
    const store = await openTestStore(engine);
    await addLeads(store, [{ status: "pending", createdAt: "2026-04-01T10:59:00.000Z" }]);
    const between = (from: string, to: string) => store.leads.totalsCreatedBetween(from, to);
    expect((await between("2026-04-01T10:30:00.000Z", "2026-04-01T10:45:00.000Z")).pending).toBe(1);
    expect((await between("2026-04-01T00:00:00.000Z", "2026-04-01T10:00:00.000Z")).pending).toBe(0);
    expect((await between("2026-04-01T11:00:00.000Z", "2026-04-02T00:00:00.000Z")).pending).toBe(0);
  });

  it("match a count after many connections changed leads at once", async () => {
    const store = await openTestStore(engine);
    const ids = await addLeads(
      store,
      Array.from({ length: 30 }, () => ({ status: "pending" as const })),
    );
    await Promise.all([
      ...ids.flatMap((id, index) =>
        LEAD_STATUSES.map((next, turn) =>
          store.leads.setStatus({ id: ids[(index * 7 + turn) % ids.length] ?? id, status: next, by: "T", at: AT }),
        ),
      ),
      ...ids.slice(0, 5).map((id) => store.leads.remove(id, anEntry())),
      addLeads(store, [{ status: "approved" }, { status: "rejected" }]),
    ]);
    expect(await store.leads.totals()).toEqual(await counted(store));
    expect(await store.leads.totalsBySource()).toEqual(await countedBySource(store));
  });

  it("count nothing for a span in the future", async () => {
    const store = await openTestStore(engine);
    await addLeads(store, [{}]);
    expect(await store.leads.createdBySource([])).toEqual([]);
    expect(await store.leads.createdBySource(["2026-01-01T00:00:00.000Z"])).toEqual([]);
  });

  it("return the points of every lead, in steps", async () => {
    const store = await openTestStore(engine);
    const [first, second, third] = await addLeads(store, [
      { status: "qualified", score: 35, scoreParts: [aPart("1", 10), aPart("1", 10), aPart("2", 15)] },
      // Points that a rule takes away count, though the score can't fall below 0.
      { status: "pending", score: 0, scoreParts: [aPart("3", -10)] },
      { status: "approved", score: 15, scoreParts: [aPart("2", 15)] },
    ]);
    const parts = [
      { ruleId: "1", points: 10 },
      { ruleId: "1", points: 10 },
      { ruleId: "2", points: 15 },
    ];
    expect(await store.leads.points(null, 2)).toEqual({
      lastId: second,
      leads: [
        { status: "qualified", score: 35, parts },
        { status: "pending", score: 0, parts: [{ ruleId: "3", points: -10 }] },
      ],
    });
    const last = { status: "approved", score: 15, parts: [{ ruleId: "2", points: 15 }] };
    expect(await store.leads.points(second ?? "", 2)).toEqual({ lastId: third, leads: [last] });
    expect(await store.leads.points(third ?? "", 2)).toBeNull();
    expect((await store.leads.points("no id", 9))?.leads).toHaveLength(3);
    expect(first).not.toBe(third);
  });
});
