import { describe, expect, it } from "vitest";
import type { RescoredLead } from "#shared/stale-lead.ts";
import type { Store } from "#server/db/store.ts";
import { addLeads, EMPTY_BATCH, ENGINES, openTestStore, rescoreBy } from "#test/stores.ts";

const AT = "2026-05-01T10:00:00.000Z";
const PARTS = JSON.stringify([
  { ruleId: "1", ruleName: "Intent", keyword: "demo", field: "notes", start: 0, end: 4, points: 40 },
]);

describe.each(ENGINES)("rescoring on %s", (engine) => {
  it("reads leads in ID order, and writes the results", async () => {
    const store = await openTestStore(engine);
    const ids = await addLeads(store, [{ name: "Ann\0 Lee", score: 0, status: "pending" }, {}, {}]);
    const [ann, ...rest] = await store.leads.stale({ after: null, limit: 2 });
    expect([ann?.id, ...rest.map(({ id }) => id)]).toEqual(ids.slice(0, 2));
    expect(await store.leads.stale({ after: ids[1] ?? "", limit: 9 })).toMatchObject([{ id: ids[2] }]);
    expect(ann).toMatchObject({ name: "Ann\0 Lee", status: "pending", score: 0, revision: 1 });

    const statusChange = { name: "Ann\0 Lee", was: "pending", description: "Was pending. Score 40" } as const;
    const now = {
      score: 40,
      previousScore: 0,
      status: "qualified",
      keywords: '["demo\\u0000"]',
      scoreParts: PARTS,
      tagMarks: null,
      statusChange,
    } as const;
    expect(await write(store, [{ id: ids[0] ?? "", revision: 1, ...now }])).toEqual(new Set([ids[0]]));
    expect(await store.leads.get(ids[0] ?? "")).toMatchObject({
      score: 40,
      status: "qualified",
      keywords: ["demo\0"],
      scoreParts: JSON.parse(PARTS),
      updatedAt: AT,
      processedAt: AT,
      revision: 2,
    });
    expect(await store.journal.ofLead(ids[0] ?? "", 9)).toEqual([
      expect.objectContaining({ title: "Ann\0 Lee qualified", description: "Was pending. Score 40", undoable: false }),
    ]);
    expect(await store.journal.list(9)).toEqual([]);
  });

  it("keeps the update time of a lead whose status stays, and keywords that stay", async () => {
    const store = await openTestStore(engine);
    const [id = ""] = await addLeads(store, [{ keywords: ["demo"], status: "qualified" }]);
    const before = await store.leads.get(id);
    await rescoreBy(store, 1, () => ({ score: 77 }));
    const after = await store.leads.get(id);
    expect(after).toMatchObject({ score: 77, keywords: ["demo"], updatedAt: before?.updatedAt });
    expect(await store.journal.ofLead(id, 9)).toEqual([]);
  });

  it("finds only the leads whose status another threshold changes", async () => {
    const store = await openTestStore(engine);
    const ids = await addLeads(store, [
      { score: 49, status: "pending", statusSetBy: "rule" },
      { score: 50, status: "pending", statusSetBy: "rule" },
      { score: 49, status: "qualified", statusSetBy: "rule" },
      { score: 50, status: "qualified", statusSetBy: "rule" },
      { score: 90, status: "pending", statusSetBy: "person" },
      { score: 10, status: "qualified", statusSetBy: "person" },
      { score: 90, status: "rejected", statusSetBy: "rule" },
    ]);
    const found = await store.leads.stale({ threshold: 50, limit: 9 });
    expect(found.map(({ id }) => id).toSorted()).toEqual([ids[1], ids[2]]);
    expect(await store.leads.stale({ threshold: 50, limit: 1 })).toHaveLength(1);
  });

  it("writes no lead that has changed since it was read, and reports it", async () => {
    const store = await openTestStore(engine);
    const ids = await addLeads(store, [{}, {}, {}]);
    const read = await store.leads.stale({ ids });
    await store.leads.setStatus({ id: ids[1] ?? "", status: "rejected", by: "T", at: AT });
    await store.leads.remove(ids[2] ?? "", { ...ENTRY, leadId: ids[2] ?? null });
    const statusChange = { name: "", was: "pending", description: "" } as const;
    const leads = read.map(({ id, revision }) => ({ ...SCORED, id, revision, statusChange }));
    expect(await write(store, leads)).toEqual(new Set([ids[0]]));
    expect(await store.leads.get(ids[1] ?? "")).toMatchObject({ status: "rejected", statusSetBy: "person" });
    expect((await store.journal.ofLead(ids[1] ?? "", 9)).map(({ by }) => by)).toEqual(["T"]);
  });

  it("keeps statuses that people set in the meantime", async () => {
    const store = await openTestStore(engine);
    const ids = await addLeads(
      store,
      Array.from({ length: 60 }, () => ({ status: "pending" as const })),
    );
    const rescores = Array.from({ length: 10 }, (_, at) =>
      rescoreBy(store, 60, ({ statusSetBy }) => (statusSetBy === "person" ? null : { score: at, status: "qualified" })),
    );
    const settings = ids.map((id) => store.leads.setStatus({ id, status: "rejected", by: "T", at: AT }));
    await Promise.all([...rescores, ...settings]);
    expect(await store.leads.totals()).toEqual({ pending: 0, qualified: 0, approved: 0, rejected: 60 });
  });

  it("forces an update decided earlier to be decided again", async () => {
    const store = await openTestStore(engine);
    const [id = ""] = await addLeads(store, [{ emailKey: "a@x.example" }]);
    const known = () =>
      store.leads.known({ emailKeys: ["a@x.example"], phoneKeys: [], source: { id: null, rowKeys: [] } });
    const { leads } = await known();
    await rescoreBy(store, 10, () => ({ score: 77 }));
    const updates = leads.map((lead) => ({ ...lead, notes: "new" }));
    await expect(store.leads.applyBatch({ ...EMPTY_BATCH, updates })).rejects.toMatchObject({ id: "lead_conflict" });
    const fresh = await known();
    await store.leads.applyBatch({ ...EMPTY_BATCH, updates: fresh.leads.map((lead) => ({ ...lead, notes: "new" })) });
    expect(await store.leads.get(id)).toMatchObject({ score: 77, notes: "new" });
  });

  it("marks all scores as stale again if its rules are outdated", async () => {
    const store = await openTestStore(engine);
    await addLeads(store, [{}]);
    const [lead] = await store.leads.stale({ after: null, limit: 1 });
    await store.settings.write({ qualificationThreshold: 60 });
    const leads = [{ ...SCORED, id: lead?.id ?? "", revision: lead?.revision ?? 0 }];
    await store.leads.writeScores({ leads, at: AT, rulesVersion: 0 });
    expect(await store.settings.rescoreState()).toMatchObject({ wanted: 2 });
  });
});

const SCORED = {
  score: 99,
  previousScore: 0,
  status: "qualified",
  keywords: null,
  tagMarks: null,
  scoreParts: "[]",
  statusChange: null,
} as const;
const ENTRY = { kind: "deleted", type: "other", title: "", description: "", by: "T", at: AT } as const;

async function write(store: Store, leads: readonly RescoredLead[]): Promise<ReadonlySet<string>> {
  return (await store.leads.writeScores({ leads, at: AT, rulesVersion: 0 })).written;
}
