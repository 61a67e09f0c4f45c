import { beforeEach, describe, expect, it } from "vitest";
import type { LeadRecord, StoredLead } from "#shared/lead-record.ts";
import type { LeadBatch } from "#server/db/lead-changes/lead-intake.ts";
import type { Store } from "#server/db/store.ts";
import { anImport, anImportWrite } from "#test/an-import.ts";
import { addLeads, anEntry, EMPTY_BATCH, ENGINES, newLead, openTestStore, rescoreBy } from "#test/stores.ts";

const AT = "2026-05-01T10:00:00.000Z";
const LATER = "2026-06-01T10:00:00.000Z";
const UNDOING = { by: "T", at: LATER, rescore: <T>(lead: T): T => lead };

describe.each(ENGINES)("the undo of an import on %s", (engine) => {
  let store: Store;
  let importId: string;

  beforeEach(async () => {
    store = await openTestStore(engine);
    importId = (await store.imports.create(anImport())).id;
  });

  const stored = async (id: string): Promise<StoredLead> => {
    const lead = await store.leads.get(id);
    if (lead === null) throw new Error(`no lead ${id}`);
    return lead;
  };
  const bring = (batch: Partial<LeadBatch>, id = importId): Promise<string[]> =>
    store.leads.applyBatch({ ...EMPTY_BATCH, ...batch, alongside: anImportWrite(id) });
  const create = (...leads: Partial<LeadRecord>[]): Promise<string[]> =>
    bring({
      creates: leads.map((lead) => newLead(lead)),
      rows: leads.map((_, index) => ({ rowKey: `f${index}`, contentHash: "h", leadId: null, createIndex: index })),
    });
  const change = async (id: string, values: Partial<StoredLead>, by = importId): Promise<unknown> =>
    bring({ updates: [{ ...(await stored(id)), ...values }] }, by);
  const undo = (limit = 100, id = importId) => store.imports.undoStep(id, limit, UNDOING);
  const edit = (id: string, values: Partial<StoredLead>) =>
    store.leads.edit(id, (lead) => ({ ...lead, ...values }), anEntry({ at: LATER }));

  it("removes what it created with everything that belongs to it, without a tombstone", async () => {
    const [id = ""] = await create({ name: "Ännie", emailKey: "a@x.example", phoneKey: "+442079460000" });
    expect(await undo()).toEqual({ removed: 1, restored: 0, kept: 0, isDone: true });
    expect(await store.leads.get(id)).toBeNull();
    for (const search of ["ännie", "nn"]) {
      expect(await store.leads.count({ search })).toEqual({ count: 0, exact: true });
    }
    expect(await store.leads.totalsBySource()).toEqual({});
    const keys = { emailKeys: ["a@x.example"], phoneKeys: ["+442079460000"], source: { id: null, rowKeys: ["f0"] } };
    const known = await store.leads.known(keys);
    expect(known).toEqual({
      leads: [],
      rowLeads: new Map(),
      aliases: { emails: new Map(), phones: new Map() },
      tombstones: { emailKeys: new Set(), phoneKeys: new Set(), rowKeys: new Set() },
      erased: { emailKeys: new Set(), phoneKeys: new Set(), rowKeys: new Set() },
    });
    expect(await store.journal.ofLead(id, 9)).toEqual([]);
  });

  it("restores a changed lead's values and scores it by the current rules", async () => {
    const before = { name: "Ann", company: "", email: "a@x.example", emailKey: "a@x.example", score: 10, facts: [] };
    const [id = ""] = await addLeads(store, [before]);
    const was = await stored(id);
    await change(id, {
      company: "Acme",
      email: "b@x.example",
      emailKey: "b@x.example",
      facts: [{ name: "Size", value: "9" }],
      score: 90,
      status: "qualified",
      updatedAt: AT,
    });
    const rescore = (lead: StoredLead): StoredLead => ({ ...lead, score: lead.company === "" ? 5 : 95 });
    const step = await store.imports.undoStep(importId, 9, { ...UNDOING, rescore });
    expect(step).toEqual({ removed: 0, restored: 1, kept: 0, isDone: true });
    const now = await stored(id);
    expect(now).toEqual({ ...was, score: 5, status: "qualified", updatedAt: LATER, revision: 3 });
    expect(await store.leads.count({ search: "acme" })).toEqual({ count: 0, exact: true });
  });

  it("restores the first state after several changes of the same lead", async () => {
    const [known = ""] = await addLeads(store, [{ company: "", title: "Boss", notes: "n" }]);
    const [created = ""] = await create({ company: "" });
    for (const id of [known, created]) {
      await change(id, { company: "Acme", title: "Chief" });
      await change(id, { company: "Acme Ltd" });
      await change(id, { score: 77 });
    }
    expect(await undo()).toEqual({ removed: 1, restored: 1, kept: 0, isDone: true });
    expect(await stored(known)).toMatchObject({ company: "", title: "Boss", notes: "n" });
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    ["a person's edit", (id) => edit(id, { title: "Edited" })],
    ["a person's status", (id) => store.leads.setStatus({ id, status: "approved", by: "T", at: LATER })],
    [
      "another source",
      async (id) =>
        store.leads.applyBatch({
          ...EMPTY_BATCH,
          updates: [{ ...(await stored(id)), facts: [{ name: "From", value: "elsewhere" }] }],
        }),
    ],
    ["another import", async (id) => change(id, { notes: "more" }, (await store.imports.create(anImport())).id)],
    ["an answer of the lead", (id) => store.journal.add(anEntry({ kind: "reply", leadId: id }))],
    [
      "a comment",
      (leadId) => {
        const comment = { accountId: null, author: "T", text: "Called", mentions: [], createdAt: AT, editedAt: null };
        return store.comments.add({ leadId, ...comment }, { what: "added", by: "T", at: AT });
      },
    ],
    [
      "an edit and the same import after it",
      async (id) => {
        await edit(id, { title: "Edited" });
        await change(id, { notes: "more" });
      },
    ],
  ])("keeps a lead it created after %s", async (_, touch) => {
    const [touched = "", untouched = ""] = await create({}, {});
    await touch(touched);
    expect(await undo()).toEqual({ removed: 1, restored: 0, kept: 1, isDone: true });
    await stored(touched);
    expect(await store.leads.get(untouched)).toBeNull();
  });

  it("restores the status of a lead that the file approved", async () => {
    const [id = ""] = await addLeads(store, [{ status: "qualified" }]);
    await change(id, { status: "approved", statusSetBy: "person" });
    expect(await undo()).toEqual({ removed: 0, restored: 1, kept: 0, isDone: true });
    expect(await stored(id)).toMatchObject({ status: "qualified", statusSetBy: "rule" });
  });

  it("keeps a lead that the file approved and a person rejected", async () => {
    const approved = { status: "approved", statusSetBy: "person" } as const;
    const [known = ""] = await addLeads(store, [{}]);
    await change(known, approved);
    const [touched = "", untouched = ""] = await create(approved, approved);
    for (const id of [known, touched]) await store.leads.setStatus({ id, status: "rejected", by: "T", at: LATER });
    expect(await undo()).toEqual({ removed: 1, restored: 0, kept: 2, isDone: true });
    expect(await store.leads.get(untouched)).toBeNull();
  });

  it("keeps what has changed since, and restores the rest", async () => {
    const ids = await addLeads(store, [{ company: "A" }, { company: "B" }, { company: "C" }]);
    const [contested = "", other = "", deleted = ""] = ids;
    for (const id of ids) await change(id, { company: "Acme", notes: "imported" });
    await edit(contested, { company: "Mine" });
    await edit(other, { title: "Edited" });
    await store.leads.setStatus({ id: other, status: "rejected", by: "T", at: AT });
    await store.leads.remove(deleted, anEntry());
    expect(await undo()).toEqual({ removed: 0, restored: 1, kept: 1, isDone: true });
    expect(await stored(contested)).toMatchObject({ company: "Mine", notes: "imported" });
    expect(await stored(other)).toMatchObject({
      company: "B",
      title: "Edited",
      status: "rejected",
      statusSetBy: "person",
    });
    expect(await store.leads.get(deleted)).toBeNull();
  });

  it("doesn't count a rescore or an undone edit as a change", async () => {
    const [known = ""] = await addLeads(store, [{ company: "" }]);
    await create({});
    await change(known, { company: "Acme" });
    const act = await edit(known, { company: "Mine" });
    await store.journal.undo(act?.actId ?? "", UNDOING);
    await rescoreBy(store, 9, () => ({ score: 99, status: "approved" }));
    expect(await undo()).toEqual({ removed: 1, restored: 1, kept: 0, isDone: true });
  });

  it("follows the undo of a later import of the same file", async () => {
    const [id = ""] = await create({ company: "" });
    const second = (await store.imports.create(anImport())).id;
    await change(id, { company: "Acme" }, second);
    expect(await undo(9, second)).toMatchObject({ restored: 1, kept: 0 });
    expect(await undo(9)).toMatchObject({ removed: 1, kept: 0 });
  });

  it("leaves an email with the lead that has it now, even down a chain", async () => {
    const keys = ["a@x.example", "b@x.example", "c@x.example", "d@x.example"];
    const [a = "", b = "", c = "", d = ""] = await addLeads(
      store,
      keys.map((emailKey) => ({ emailKey })),
    );
    // a becomes b's while b, c and d move on; then another lead takes c's former email.
    await bring({
      updates: [
        { ...(await stored(a)), emailKey: "b@x.example" },
        { ...(await stored(b)), emailKey: "z@x.example" },
        { ...(await stored(c)), emailKey: null },
        { ...(await stored(d)), emailKey: null },
      ],
    });
    await addLeads(store, [{ emailKey: "c@x.example" }, { emailKey: "a@x.example" }]);
    // a stays where it is, so b can't have its own back; c's is taken; d's is free.
    expect(await undo()).toEqual({ removed: 0, restored: 1, kept: 3, isDone: true });
    const now = await Promise.all([a, b, c, d].map(async (id) => (await stored(id)).emailKey));
    expect(now).toEqual(["b@x.example", "z@x.example", null, "d@x.example"]);
  });

  it("restores emails that were swapped in a circle, and one that a new lead had", async () => {
    const [a = "", b = "", c = ""] = await addLeads(
      store,
      ["a@x.example", "b@x.example", "c@x.example"].map((emailKey) => ({ emailKey })),
    );
    await bring({
      updates: [
        { ...(await stored(a)), emailKey: "b@x.example" },
        { ...(await stored(b)), emailKey: "a@x.example" },
        { ...(await stored(c)), emailKey: null },
      ],
    });
    await create({ emailKey: "c@x.example" });
    expect(await undo()).toEqual({ removed: 1, restored: 3, kept: 0, isDone: true });
    const now = await Promise.all([a, b, c].map(async (id) => (await stored(id)).emailKey));
    expect(now).toEqual(["a@x.example", "b@x.example", "c@x.example"]);
  });

  it("goes step by step, newest first, and ends when nothing is left", async () => {
    const ids = await create(...Array.from({ length: 5 }, () => ({})));
    expect(await undo(3)).toEqual({ removed: 3, restored: 0, kept: 0, isDone: false });
    expect(await Promise.all(ids.map(async (id) => (await store.leads.get(id)) !== null))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(await undo(3)).toEqual({ removed: 2, restored: 0, kept: 0, isDone: true });
    expect(await undo(3)).toEqual({ removed: 0, restored: 0, kept: 0, isDone: true });
    expect(await undo(3, "x")).toEqual({ removed: 0, restored: 0, kept: 0, isDone: true });
  });

  it("marks all scores as stale when it used earlier rules", async () => {
    await create({});
    const { wanted } = await store.settings.rescoreState();
    await store.imports.undoStep(importId, 9, { ...UNDOING, rulesVersion: wanted + 1 });
    expect((await store.settings.rescoreState()).wanted).toBe(wanted + 1);
  });
});
