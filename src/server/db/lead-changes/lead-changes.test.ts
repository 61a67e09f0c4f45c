import { describe, expect, it } from "vitest";
import type { Lead } from "#shared/contract/leads/lead.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import type { LeadStatus } from "#shared/lead-status.ts";
import type { Store } from "#server/db/store.ts";
import { addDataSource, addLeads, anEntry, EMPTY_BATCH, ENGINES, newLead, openTestStore } from "#test/stores.ts";

const AT = "2026-05-01T10:00:00.000Z";
const LATER = "2026-05-02T10:00:00.000Z";
const UNDOING = { by: "T", at: LATER, rescore: (lead: StoredLead) => lead };

async function storedLead(store: Store, id: string) {
  const lead = await store.leads.get(id);
  if (lead === null) throw new Error(`There is no lead ${id}.`);
  return lead;
}

describe.each(ENGINES)("lead changes on %s", (engine) => {
  it("sets a person's status, and undo restores who had set it", async () => {
    const store = await openTestStore(engine);
    const [id = ""] = await addLeads(store, [{ name: "Ann Lee", status: "pending", statusSetBy: "rule" }]);
    const change = await store.leads.setStatus({ id, status: "approved", by: "Owner", at: AT });
    expect(change?.before).toBe("pending");
    expect(JSON.parse(change?.json ?? "")).toMatchObject({
      id,
      status: "approved",
      statusSetBy: "person",
      updatedAt: AT,
    });
    expect(await store.leads.json(id)).toBe(change?.json);
    expect(await store.journal.ofLead(id, 5)).toEqual([
      {
        id: change?.actId,
        kind: "status",
        type: "qualified_lead",
        title: "Ann Lee approved",
        description: "Was pending",
        by: "Owner",
        at: AT,
        leadId: id,
        undoable: true,
        undoneAt: null,
      },
    ]);
    const outcome = await store.journal.undo(change?.actId ?? "", UNDOING);
    expect(outcome).toEqual({
      kind: "undone",
      title: "Ann Lee approved",
      leadId: id,
      restored: { topics: ["leads"], leadIds: [id] },
    });
    expect(await storedLead(store, id)).toMatchObject({ status: "pending", statusSetBy: "rule", updatedAt: LATER });
    expect(
      (await store.journal.ofLead(id, 5)).map(({ kind, undoable, undoneAt }) => ({ kind, undoable, undoneAt })),
    ).toEqual([
      { kind: "restored", undoable: false, undoneAt: null },
      { kind: "status", undoable: false, undoneAt: LATER },
    ]);
    expect(await store.journal.undo(change?.actId ?? "", UNDOING)).toEqual({ kind: "already_undone" });
  });

  it("doesn't undo a status that was set again since", async () => {
    const store = await openTestStore(engine);
    const [id = ""] = await addLeads(store, [{}]);
    const first = await store.leads.setStatus({ id, status: "approved", by: "A", at: AT });
    await store.leads.setStatus({ id, status: "rejected", by: "B", at: AT });
    const outcome = await store.journal.undo(first?.actId ?? "", UNDOING);
    expect(outcome).toEqual({ kind: "conflict", reason: "The status has since been changed again, to “rejected”." });
    expect(await storedLead(store, id)).toMatchObject({ status: "rejected" });
  });

  it("makes no action of a status that a person already set, but one of a rule's", async () => {
    const store = await openTestStore(engine);
    const [id = ""] = await addLeads(store, [{ status: "qualified", statusSetBy: "rule" }]);
    const decide = () => store.leads.setStatus({ id, status: "qualified", by: "T", at: AT });
    const first = await decide();
    expect(first?.actId).toEqual(expect.any(String));
    expect(await decide()).toMatchObject({ actId: null, before: "qualified" });
    expect(await store.journal.ofLead(id, 5)).toMatchObject([{ id: first?.actId }]);
  });

  it("replaces only the status that a decision is based on", async () => {
    const store = await openTestStore(engine);
    const [id = ""] = await addLeads(store, [{ status: "qualified", statusSetBy: "rule" }]);
    const decide = (status: LeadStatus) =>
      store.leads.setStatus({ id, status, formerStatus: "qualified", by: "T", at: AT });
    const [approved, rejected] = await Promise.all([decide("approved"), decide("rejected")]);
    expect(approved).toMatchObject({ before: "qualified" });
    expect(rejected).toBeNull();
    expect(await store.journal.ofLead(id, 5)).toMatchObject([{ id: approved?.actId }]);
    expect(await storedLead(store, id)).toMatchObject({ status: "approved" });
    // Deciding the same is no conflict.
    expect(await decide("approved")).toMatchObject({ actId: null, before: "approved" });
  });

  it("returns for concurrent changes the status that each replaced", async () => {
    const store = await openTestStore(engine);
    const [id = ""] = await addLeads(store, [{ status: "pending" }]);
    const wanted = Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0 ? ("approved" as const) : ("rejected" as const),
    );
    const changes = await Promise.all(wanted.map((status) => store.leads.setStatus({ id, status, by: "T", at: AT })));
    const unknown = store.leads.setStatus({ id: "999", status: "approved", by: "T", at: AT });
    expect(await unknown).toBeNull();
    // In journal order, each change replaced what the previous one had set.
    const decided = changes.map((change, index) => ({ ...change, status: wanted[index] }));
    const isAct = ({ actId }: { actId?: string | null }): boolean => actId !== null;
    for (const { before, status } of decided.filter((change) => !isAct(change))) expect(before).toBe(status);
    const inOrder = decided.filter(isAct).toSorted((a, b) => Number(a.actId) - Number(b.actId));
    const afters = inOrder.map(({ status }) => status);
    expect(inOrder.map(({ before }) => before)).toEqual(["pending", ...afters.slice(0, -1)]);
    expect((await storedLead(store, id)).status).toBe(afters.at(-1));
  });

  it("edits, journals what changed, and restores exactly that", async () => {
    const store = await openTestStore(engine);
    const [id = ""] = await addLeads(store, [{ name: "Ann", company: "Old Co", notes: "kept" }]);
    const before = await storedLead(store, id);
    const change = await store.leads.edit(
      id,
      (lead) => ({ ...lead, name: "Anna", company: "New Co", score: 90, emailKey: "anna@new.example" }),
      anEntry({ at: AT }),
    );
    expect(change?.lead).toMatchObject({ name: "Anna", company: "New Co", score: 90, updatedAt: AT });
    const address = { key: "anna@new.example", quality: "unknown", reason: "" };
    expect(await storedLead(store, id)).toEqual({ ...change?.lead, address });
    const page = async (search: string) =>
      (JSON.parse((await store.leads.list({ sort: "name", limit: 9, view: "row", search })).json) as Lead[]).map(
        (lead) => lead.id,
      );
    expect(await page("new co")).toEqual([id]);
    expect(await page("old co")).toEqual([]);

    await store.leads.edit(id, (lead) => ({ ...lead, notes: "other" }), anEntry({ at: AT }));
    expect(await store.journal.undo(change?.actId ?? "", UNDOING)).toMatchObject({ kind: "undone" });
    const { revision: _, ...restored } = await storedLead(store, id);
    expect(restored).toEqual({ ...before, revision: undefined, notes: "other", updatedAt: LATER });
    expect(await page("old co")).toEqual([id]);
  });

  it("writes nothing when an edit changes nothing", async () => {
    const store = await openTestStore(engine);
    const [id = ""] = await addLeads(store, [{ name: "Ann" }]);
    const before = await storedLead(store, id);
    const change = await store.leads.edit(id, (lead) => ({ ...lead, name: "Ann" }), anEntry());
    expect(change).toEqual({ lead: before, actId: null });
    expect(await storedLead(store, id)).toEqual(before);
    expect(await store.journal.ofLead(id, 5)).toEqual([]);
  });

  it("applies the current rules to what it restores", async () => {
    const store = await openTestStore(engine);
    const [id = ""] = await addLeads(store, [{ name: "Ann", score: 10 }]);
    const rescore = (lead: StoredLead): StoredLead => ({ ...lead, score: 77 });
    const change = await store.leads.edit(id, (lead) => ({ ...lead, name: "Anna", score: 20 }), anEntry());
    await store.journal.undo(change?.actId ?? "", { ...UNDOING, rescore });
    expect(await storedLead(store, id)).toMatchObject({ name: "Ann", score: 77 });
    const removed = await store.leads.remove(id, anEntry());
    await store.journal.undo(removed?.actId ?? "", { ...UNDOING, rescore: (lead) => ({ ...lead, score: 55 }) });
    expect(await storedLead(store, id)).toMatchObject({ name: "Ann", score: 55 });
  });

  it("names the field that blocks an undo", async () => {
    const store = await openTestStore(engine);
    const [id = ""] = await addLeads(store, [{ name: "Ann" }]);
    const first = await store.leads.edit(id, (lead) => ({ ...lead, name: "Anna" }), anEntry());
    await store.leads.edit(id, (lead) => ({ ...lead, name: "Annette" }), anEntry());
    expect(await store.journal.undo(first?.actId ?? "", UNDOING)).toEqual({
      kind: "conflict",
      reason: "The name has since been changed again, to “Annette”.",
    });
    await store.leads.remove(id, anEntry());
    expect(await store.journal.undo(first?.actId ?? "", UNDOING)).toEqual({
      kind: "conflict",
      reason: "The lead has since been deleted.",
    });
  });

  it("rejects an edit to another lead's email, and then changes nothing", async () => {
    const store = await openTestStore(engine);
    const [, id = ""] = await addLeads(store, [{ emailKey: "a@x.example" }, { name: "B", emailKey: "b@x.example" }]);
    const taking = store.leads.edit(id, (lead) => ({ ...lead, name: "C", emailKey: "a@x.example" }), anEntry());
    await expect(taking).rejects.toMatchObject({ id: "lead_conflict", status: 409 });
    expect(await storedLead(store, id)).toMatchObject({ name: "B", emailKey: "b@x.example" });
    expect(await store.journal.ofLead(id, 5)).toEqual([]);
    expect(await store.leads.edit("999", (lead) => lead, anEntry())).toBeNull();
  });

  it("removes a lead, keeps it out, and restores all of it", async () => {
    const store = await openTestStore(engine);
    const lead = newLead({ name: "Ann", emailKey: "ann@x.example", phoneKey: "+15550100", rawData: { a: [1] } });
    const source = { id: await addDataSource(store) };
    const [id = ""] = await store.leads.applyBatch({
      ...EMPTY_BATCH,
      creates: [lead],
      source,
      rows: [{ rowKey: "r1", contentHash: "h1", leadId: null, createIndex: 0 }],
    });
    const before = await storedLead(store, id);
    const query = {
      emailKeys: ["ann@x.example"],
      phoneKeys: ["+15550100"],
      source: { ...source, rowKeys: ["r1", "r2"] },
    };
    const aliases = { emails: new Map(), phones: new Map() };
    expect(await store.leads.known(query)).toEqual({
      aliases,
      leads: [before],
      rowLeads: new Map([["r1", id]]),
      tombstones: { emailKeys: new Set(), phoneKeys: new Set(), rowKeys: new Set() },
      erased: { emailKeys: new Set(), phoneKeys: new Set(), rowKeys: new Set() },
    });

    const removed = await store.leads.remove(id, anEntry({ kind: "deleted", title: "Ann deleted" }));
    expect(await store.leads.get(id)).toBeNull();
    expect(await store.leads.count({ search: "ann" })).toEqual({ count: 0, exact: true });
    expect(await store.leads.remove(id, anEntry())).toBeNull();
    expect(await store.leads.known(query)).toEqual({
      aliases,
      leads: [],
      rowLeads: new Map(),
      tombstones: {
        emailKeys: new Set(["ann@x.example"]),
        phoneKeys: new Set(["+15550100"]),
        rowKeys: new Set(["r1"]),
      },
      erased: { emailKeys: new Set(), phoneKeys: new Set(), rowKeys: new Set() },
    });
    expect((await store.leads.known({ ...query, source: { id: "999", rowKeys: ["r1"] } })).tombstones.rowKeys).toEqual(
      new Set(),
    );

    // The source reports the row again in between, and it is skipped.
    const again = { rowKey: "r1", contentHash: "h2", leadId: null, createIndex: null };
    await store.leads.applyBatch({ ...EMPTY_BATCH, source, rows: [again] });
    const outcome = await store.journal.undo(removed?.actId ?? "", UNDOING);
    expect(outcome).toMatchObject({ kind: "undone", title: "Ann deleted", leadId: id });
    const { revision: _, ...restored } = await storedLead(store, id);
    expect(restored).toEqual({ ...before, revision: undefined, updatedAt: LATER });
    expect((await store.leads.known(query)).rowLeads).toEqual(new Map([["r1", id]]));
    expect((await store.leads.known(query)).tombstones.emailKeys).toEqual(new Set());
    expect(await store.leads.count({ search: "ann" })).toEqual({ count: 1, exact: true });
  });

  it("doesn't restore a lead whose email another one has by now", async () => {
    const store = await openTestStore(engine);
    const [id = ""] = await addLeads(store, [{ emailKey: "a@x.example" }]);
    const removed = await store.leads.remove(id, anEntry());
    await addLeads(store, [{ emailKey: "a@x.example" }]);
    expect(await store.journal.undo(removed?.actId ?? "", UNDOING)).toEqual({
      kind: "conflict",
      reason: "Another lead has this email address now.",
    });
    expect(await store.leads.get(id)).toBeNull();
    expect(await store.journal.undo("999", UNDOING)).toEqual({ kind: "unknown" });
    expect(await store.journal.undo("x", UNDOING)).toEqual({ kind: "unknown" });
    const said = await store.journal.add(anEntry());
    expect(await store.journal.undo(said, UNDOING)).toEqual({ kind: "not_undoable" });
  });
});
