import { describe, expect, it } from "vitest";
import type { StoredLead } from "#shared/lead-record.ts";
import { sampleLead } from "#test/sample-lead.ts";
import { ENGINES, openTestStore } from "#test/stores.ts";

const NOTHING = { creates: [], updates: [], source: { id: null }, rows: [], journal: [] };

describe.each(ENGINES)("a batch on %s", (engine) => {
  const withEmail = (lead: StoredLead, email: string): StoredLead => ({ ...lead, email, emailKey: email });

  it("may hand an address from one lead to another, or swap two", async () => {
    const store = await openTestStore(engine);
    const creates = ["a@x.example", "b@x.example"].map((email) => ({ ...withEmail(sampleLead(), email), id: null }));
    const [first = "", second = ""] = await store.leads.applyBatch({ ...NOTHING, creates });
    const [a, b] = [await store.leads.get(first), await store.leads.get(second)];
    if (a === null || b === null) throw new Error("not stored");

    await store.leads.applyBatch({ ...NOTHING, updates: [withEmail(a, "b@x.example"), withEmail(b, "a@x.example")] });
    expect((await store.leads.get(first))?.emailKey).toBe("b@x.example");
    expect((await store.leads.get(second))?.emailKey).toBe("a@x.example");

    const [again, taken] = [await store.leads.get(first), { ...withEmail(sampleLead(), "b@x.example"), id: null }];
    if (again === null) throw new Error("not stored");
    await store.leads.applyBatch({ ...NOTHING, creates: [taken], updates: [withEmail(again, "c@x.example")] });
    expect((await store.leads.get(first))?.emailKey).toBe("c@x.example");
  });

  it("is refused whole when an address belongs to a lead outside it", async () => {
    const store = await openTestStore(engine);
    const lead = { ...withEmail(sampleLead(), "a@x.example"), id: null };
    await store.leads.applyBatch({ ...NOTHING, creates: [lead] });
    const other = { ...withEmail(sampleLead(), "z@x.example"), id: null };
    await expect(store.leads.applyBatch({ ...NOTHING, creates: [other, lead] })).rejects.toMatchObject({
      id: "lead_conflict",
    });
    expect(await store.leads.count({})).toEqual({ count: 1, exact: true });
  });
});
