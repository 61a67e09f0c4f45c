import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LEAD_STATUSES } from "#shared/lead-status.ts";
import type { ScorePart } from "#shared/lead-record.ts";
import type { Store } from "#server/db/store.ts";
import { addLeads, anEntry, ENGINES, openTestStore, rescoreBy } from "#test/stores.ts";

const AT = "2026-05-01T10:00:00.000Z";
const MOMENTS = ["2026-03-31T18:15:00.000Z", "2026-03-31T18:30:00.000Z", "2026-04-01T18:45:00.000Z"];

const status = fc.constantFrom(...LEAD_STATUSES);
const source = fc.constantFrom("website", "form");
const score = fc.constantFrom(0, 10, 100);
const createdAt = fc.constantFrom(
  "2026-03-31T18:14:59.999Z",
  "2026-03-31T18:15:00.000Z",
  "2026-03-31T18:29:59.999Z",
  "2026-03-31T18:30:00.000Z",
  "2026-04-01T18:44:00.000Z",
  "2026-04-01T18:45:00.000Z",
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
async function counted(store: Store) {
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

async function kept(store: Store) {
  const totals = await store.leads.scoreTotals();
  return {
    scores: Object.fromEntries(totals.map((total) => [`${total.score} ${total.status}`, total.count])),
    spans: await store.leads.createdBySource(MOMENTS),
  };
}

function aPart(ruleId: string, points: number): ScorePart {
  return { ruleId, ruleName: "Intent", keyword: "demo", field: "notes", start: 0, end: 4, points };
}

describe.each(ENGINES)("figures on %s", (engine) => {
  it("match a count after any changes", async () => {
    const store = await openTestStore(engine);
    const ids: string[] = [];
    const acts: string[] = [];
    await fc.assert(
      fc.asyncProperty(fc.array(someAct, { maxLength: 12 }), async (changes) => {
        for (const change of changes) {
          const id = "at" in change ? (ids[change.at % ids.length] ?? "") : "";
          if (change.act === "create") ids.push(...(await addLeads(store, change.leads)));
          if (change.act === "setStatus") await store.leads.setStatus({ id, status: change.status, by: "T", at: AT });
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
              lead.score === 10 ? { score: change.score, status: change.status } : null,
            );
          }
        }
        expect(await kept(store)).toEqual(await counted(store));
      }),
      { numRuns: 30 },
    );
    expect(acts.length).toBeGreaterThan(10);
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
