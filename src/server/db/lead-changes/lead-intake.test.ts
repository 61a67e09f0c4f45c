import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { StoredLead } from "#shared/lead-record.ts";
import { AppError } from "#server/platform/errors.ts";
import { sampleLead } from "#test/sample-lead.ts";
import { addDataSource, addLeads, anEntry, EMPTY_BATCH, ENGINES, newLead, openTestStore } from "#test/stores.ts";

const AT = "2026-05-01T10:00:00.000Z";

/** The ID that a write was rejected with. */
function outcomeOf(outcome: PromiseSettledResult<unknown>): string {
  if (outcome.status === "fulfilled") return "written";
  return outcome.reason instanceof AppError ? outcome.reason.id : String(outcome.reason);
}

describe.each(ENGINES)("a batch on %s", (engine) => {
  const withEmail = (lead: StoredLead, email: string): StoredLead => ({ ...lead, email, emailKey: email });

  it("can move an email from one lead to another, or swap two", async () => {
    const store = await openTestStore(engine);
    const creates = ["a@x.example", "b@x.example"].map((email) => ({ ...withEmail(sampleLead(), email), id: null }));
    const [first = "", second = ""] = await store.leads.applyBatch({ ...EMPTY_BATCH, creates });
    const [a, b] = [await store.leads.get(first), await store.leads.get(second)];
    if (a === null || b === null) throw new Error("not stored");

    await store.leads.applyBatch({
      ...EMPTY_BATCH,
      updates: [withEmail(a, "b@x.example"), withEmail(b, "a@x.example")],
    });
    expect((await store.leads.get(first))?.emailKey).toBe("b@x.example");
    expect((await store.leads.get(second))?.emailKey).toBe("a@x.example");

    const [again, taken] = [await store.leads.get(first), { ...withEmail(sampleLead(), "b@x.example"), id: null }];
    if (again === null) throw new Error("not stored");
    await store.leads.applyBatch({ ...EMPTY_BATCH, creates: [taken], updates: [withEmail(again, "c@x.example")] });
    expect((await store.leads.get(first))?.emailKey).toBe("c@x.example");
  });

  it("stores each of many leads under its own ID", async () => {
    const store = await openTestStore(engine);
    const creates = Array.from({ length: 263 }, (_, index) => newLead({ name: `Lead ${index}` }));
    const ids = await store.leads.applyBatch({ ...EMPTY_BATCH, creates });
    const names = await Promise.all(ids.map(async (id) => (await store.leads.get(id))?.name));
    expect(names).toEqual(creates.map(({ name }) => name));
    expect(await store.leads.count({})).toEqual({ count: 263, exact: true });
  });

  it("is rejected as a whole when an email belongs to a lead outside it", async () => {
    const store = await openTestStore(engine);
    const lead = { ...withEmail(sampleLead(), "a@x.example"), id: null };
    await store.leads.applyBatch({ ...EMPTY_BATCH, creates: [lead] });
    const other = { ...withEmail(sampleLead(), "z@x.example"), id: null };
    await expect(store.leads.applyBatch({ ...EMPTY_BATCH, creates: [other, lead] })).rejects.toMatchObject({
      id: "lead_conflict",
    });
    expect(await store.leads.count({})).toEqual({ count: 1, exact: true });
  });

  it("is rejected when it brings someone who was erased after it was decided", async () => {
    const store = await openTestStore(engine);
    const [id = ""] = await store.leads.applyBatch({ ...EMPTY_BATCH, creates: [newLead({ email: "" })] });
    const known = await store.leads.get(id);
    if (known === null) throw new Error("not stored");
    await store.people.erase("a@x.example", AT);
    const lead = newLead({ email: "a@x.example", emailKey: "a@x.example" });
    for (const batch of [{ creates: [lead] }, { updates: [withEmail(known, "a@x.example")] }]) {
      const writing = store.leads.applyBatch({ ...EMPTY_BATCH, ...batch });
      await expect(writing).rejects.toMatchObject({ id: "lead_conflict" });
    }
    expect(await store.leads.count({})).toEqual({ count: 1, exact: true });
  });

  it("creates one lead for a phone in two concurrent batches", async () => {
    const store = await openTestStore(engine);
    for (let round = 0; round < 20; round += 1) {
      const phoneKey = `+4420794600${10 + round}`;
      const lead = newLead({ email: "", phoneKey });
      const bring = () => store.leads.applyBatch({ ...EMPTY_BATCH, creates: [lead], seen: [] });
      const outcomes = await Promise.allSettled([bring(), bring(), bring()]);
      expect(outcomes.map(outcomeOf).toSorted()).toEqual(["lead_conflict", "lead_conflict", "written"]);
    }
    expect(await store.leads.count({})).toEqual({ count: 20, exact: true });
  });

  it.each([
    { owner: null, arrival: null, unseen: "lead_conflict" },
    { owner: null, arrival: "b@x.example", unseen: "lead_conflict" },
    { owner: "a@x.example", arrival: null, unseen: "lead_conflict" },
    { owner: "a@x.example", arrival: "b@x.example", unseen: "written" },
  ])("is rejected when a lead it wasn't matched with would have matched: $owner, $arrival", async (row) => {
    const store = await openTestStore(engine);
    const phoneKey = "+442079460018";
    const [id = ""] = await addLeads(store, [{ emailKey: row.owner, phoneKey }]);
    const bring = async (seen: string[]): Promise<string> => {
      const emailKey = row.arrival && `${seen.length}.${row.arrival}`;
      const creates = [newLead({ emailKey, phoneKey })];
      const [outcome] = await Promise.allSettled([store.leads.applyBatch({ ...EMPTY_BATCH, creates, seen })]);
      return outcomeOf(outcome);
    };
    expect(await bring([])).toBe(row.unseen);
    // Intake that has seen the lead has reasons, such as another phone in the same batch.
    expect(await bring([id])).toBe("written");
  });

  it("sets a person's status on its leads, and can be undone", async () => {
    const store = await openTestStore(engine);
    const [old = ""] = await addLeads(store, [{ name: "Old", status: "pending" }]);
    const [id = ""] = await store.leads.applyBatch({
      ...EMPTY_BATCH,
      creates: [newLead({ name: "New", status: "qualified" })],
      rows: [
        { rowKey: "a", contentHash: "", leadId: null, createIndex: 0 },
        { rowKey: "b", contentHash: "", leadId: old, createIndex: null },
      ],
      status: { status: "rejected", by: "Owner", at: AT },
    });
    for (const [lead, name, before] of [
      [id, "New", "qualified"],
      [old, "Old", "pending"],
    ] as const) {
      expect(await store.leads.get(lead)).toMatchObject({ name, status: "rejected", statusSetBy: "person" });
      const [act] = await store.journal.ofLead(lead, 5);
      expect(act).toMatchObject({ title: `${name} rejected`, by: "Owner", undoable: true });
      await store.journal.undo(act?.id ?? "", { by: "Owner", at: AT, rescore: (same) => same });
      expect(await store.leads.get(lead)).toMatchObject({ status: before, statusSetBy: "rule" });
    }
  });

  it("recognizes a row by a key of any length, even after its lead was deleted", async () => {
    const store = await openTestStore(engine);
    const [short, long] = ["a", randomBytes(4_000).toString("hex")] as const;
    const rows = [short, long].map((rowKey) => ({ rowKey, contentHash: "", leadId: null, createIndex: 0 }));
    const [id = ""] = await store.leads.applyBatch({ ...EMPTY_BATCH, creates: [newLead()], rows });
    const query = { emailKeys: [], phoneKeys: [], source: { id: null, rowKeys: [short, long, "other"] } };
    expect((await store.leads.known(query)).rowLeads).toEqual(
      new Map([
        [short, id],
        [long, id],
      ]),
    );
    await store.leads.remove(id, anEntry());
    expect((await store.leads.known(query)).tombstones.rowKeys).toEqual(new Set([short, long]));
  });

  it("of a removed source is rejected, and leaves no row behind", async () => {
    const store = await openTestStore(engine);
    const source = { id: await addDataSource(store) };
    const rows = [{ rowKey: "a", contentHash: "", leadId: null, createIndex: 0 }];
    const bring = () => store.leads.applyBatch({ ...EMPTY_BATCH, creates: [newLead()], source, rows });
    await bring();
    const [, ...outcomes] = await Promise.allSettled([store.dataSources.remove(source.id), bring(), bring()]);
    // In either order, nothing else went wrong.
    for (const outcome of outcomes) expect(outcomeOf(outcome)).toMatch(/^(?:written|source_gone)$/u);
    await expect(bring()).rejects.toMatchObject({ id: "source_gone" });
    expect(await store.leads.rowHashes(source.id, ["a"])).toEqual(new Map());
  });
});

describe.each(ENGINES)("writes based on earlier rules on %s", (engine) => {
  it("mark all scores as stale, each kind of write; those with current rules don't", async () => {
    const store = await openTestStore(engine);
    await store.settings.write({ qualificationThreshold: 40 });
    const { wanted } = await store.settings.rescoreState();
    const [id = ""] = await addLeads(store, [{ name: "Ann" }]);
    const act = async (name: string, scored: { rulesVersion?: number }): Promise<void> => {
      await store.leads.applyBatch({ ...EMPTY_BATCH, creates: [newLead()], ...scored });
      const change = await store.leads.edit(id, (lead) => ({ ...lead, name }), anEntry(), scored);
      await store.journal.undo(change?.actId ?? "", { by: "T", at: AT, rescore: (lead) => lead, ...scored });
    };
    await act("Anna", { rulesVersion: wanted });
    await act("Anne", {});
    expect((await store.settings.rescoreState()).wanted).toBe(wanted);
    await act("Annie", { rulesVersion: wanted - 1 });
    expect((await store.settings.rescoreState()).wanted).toBe(wanted + 3);
  });
});
