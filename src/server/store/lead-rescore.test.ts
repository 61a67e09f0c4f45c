import { describe, expect, it } from "vitest";
import type { StoredLead } from "#shared/lead-record.ts";
import { addLeads, EMPTY_BATCH, ENGINES, openTestStore } from "#test/stores.ts";

const AT = "2026-05-01T10:00:00.000Z";

describe.each(ENGINES)("scoring afresh on %s", (engine) => {
  it("goes through all leads once, and says what turned", async () => {
    const store = await openTestStore(engine);
    const ids = await addLeads(store, [
      { score: 0, status: "pending" },
      { score: 90, status: "qualified" },
      { score: 50, status: "approved", statusSetBy: "person" },
    ]);
    const decide = (lead: StoredLead): StoredLead | null =>
      lead.statusSetBy === "person"
        ? null
        : { ...lead, score: 100 - lead.score, status: lead.score < 50 ? "qualified" : "pending", updatedAt: AT };
    expect(await store.leads.rescore(null, 2, decide)).toEqual({
      lastId: ids[1],
      read: 2,
      changed: 2,
      nowQualified: 1,
      noLongerQualified: 1,
    });
    const rest = { lastId: ids[2], read: 1, changed: 0, nowQualified: 0, noLongerQualified: 0 };
    expect(await store.leads.rescore(ids[1] ?? "", 2, decide)).toEqual(rest);
    expect(await store.leads.rescore(ids[2] ?? "", 2, decide)).toBeNull();
    expect(await store.leads.get(ids[0] ?? "")).toMatchObject({ score: 100, status: "qualified", updatedAt: AT });
  });

  it("loses no status that people set meanwhile", async () => {
    const store = await openTestStore(engine);
    const ids = await addLeads(
      store,
      Array.from({ length: 60 }, () => ({ status: "pending" as const })),
    );
    const decide = (lead: StoredLead): StoredLead | null =>
      lead.statusSetBy === "person" ? null : { ...lead, score: (lead.score + 1) % 100, status: "qualified" };
    const rescores = Array.from({ length: 10 }, () => store.leads.rescore(null, 60, decide));
    const settings = ids.map((id) => store.leads.setStatus({ id, status: "rejected", by: "T", at: AT }));
    await Promise.all([...rescores, ...settings]);
    expect(await store.leads.totals()).toEqual({ pending: 0, qualified: 0, approved: 0, rejected: 60 });
  });

  it("makes an update decided before it be decided again", async () => {
    const store = await openTestStore(engine);
    const [id = ""] = await addLeads(store, [{ emailKey: "a@x.example" }]);
    const { leads } = await store.leads.known({
      emailKeys: ["a@x.example"],
      phoneKeys: [],
      source: { id: null, rowKeys: [] },
    });
    await store.leads.rescore(null, 10, (lead) => ({ ...lead, score: 77 }));
    const updates = leads.map((lead) => ({ ...lead, notes: "new" }));
    await expect(store.leads.applyBatch({ ...EMPTY_BATCH, updates })).rejects.toMatchObject({ id: "lead_conflict" });
    const fresh = await store.leads.known({
      emailKeys: ["a@x.example"],
      phoneKeys: [],
      source: { id: null, rowKeys: [] },
    });
    await store.leads.applyBatch({ ...EMPTY_BATCH, updates: fresh.leads.map((lead) => ({ ...lead, notes: "new" })) });
    expect(await store.leads.get(id)).toMatchObject({ score: 77, notes: "new" });
  });
});
