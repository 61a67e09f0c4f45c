import { describe, expect, it } from "vitest";
import type { NewProcessedEmail } from "#server/db/sources/processed-emails.ts";
import type { Store } from "#server/db/store.ts";
import { addDataSource, addLeads, anEntry, EMPTY_BATCH, ENGINES, newLead, openTestStore } from "#test/stores.ts";

const BEFORE = "2026-05-01T10:00:00.000Z";
const LATER = "2026-05-01T10:00:00.001Z";
const daysBefore = (days: number): string => new Date(Date.parse(BEFORE) - days * 86_400_000).toISOString();
const logged = (entryId: string | null = null, earlier = 0) => ({
  entryId,
  entry: (removed: number) => anEntry({ kind: "other", title: `${removed + earlier} old leads removed` }),
});

/** The IDs of all leads, in order. */
async function idsOf(store: Store): Promise<string[]> {
  let json = "";
  for await (const chunk of store.leads.streamJson()) json += chunk;
  return (JSON.parse(json) as { id: string }[]).map(({ id }) => id).toSorted((a, b) => Number(a) - Number(b));
}

describe.each(ENGINES)("old leads on %s", (engine) => {
  it("are those without activity, oldest first, without approved ones, page by page", async () => {
    const store = await openTestStore(engine);
    const ids = await addLeads(store, [
      { updatedAt: daysBefore(1) },
      { updatedAt: daysBefore(3), status: "rejected" },
      { updatedAt: daysBefore(9), status: "approved" },
      { updatedAt: BEFORE },
      { updatedAt: LATER },
      { updatedAt: daysBefore(3), status: "pending" },
    ]);
    const { oldLeads } = store;
    const first = await oldLeads.page(BEFORE, null, 2);
    expect(first).toEqual({
      ids: [ids[1], ids[5]],
      oldest: daysBefore(3),
      next: { id: ids[5], updatedAt: daysBefore(3) },
    });
    expect(await oldLeads.page(BEFORE, first.next, 2)).toEqual({ ids: [ids[0]], oldest: daysBefore(1), next: null });
    expect((await oldLeads.page(LATER, null, 9)).ids).toContain(ids[3]);
  });

  it("exclude leads with a newer timeline entry", async () => {
    const store = await openTestStore(engine);
    const ids = await addLeads(store, [{ updatedAt: daysBefore(9) }, { updatedAt: daysBefore(8) }]);
    await store.journal.add(anEntry({ kind: "reply", at: BEFORE, leadId: ids[0] ?? null }));
    await store.journal.add(anEntry({ kind: "reply", at: daysBefore(1), leadId: ids[1] ?? null }));
    expect(await store.oldLeads.page(BEFORE, null, 9)).toEqual({ ids: [ids[1]], oldest: daysBefore(8), next: null });
  });

  it("exclude leads with a next step planned for later", async () => {
    const store = await openTestStore(engine);
    const step = (due: string) => ({ text: "Call back", due, timeZone: "UTC" });
    const ids = await addLeads(store, [
      { updatedAt: daysBefore(9), nextStep: step("2026-09-01") },
      { updatedAt: daysBefore(8), nextStep: step("2026-04-29T10:00") },
    ]);
    expect(await store.oldLeads.page(BEFORE, null, 9)).toEqual({ ids: [ids[1]], oldest: daysBefore(2), next: null });
  });

  it("are removed with all their records, and one entry for all pages", async () => {
    const store = await openTestStore(engine);
    const ids = await addLeads(
      store,
      [1, 2, 3, 4].map((days) => ({ updatedAt: daysBefore(days), status: days === 1 ? "approved" : "qualified" })),
    );
    for (const id of ids) await store.journal.add(anEntry({ title: `Lead ${id}`, at: daysBefore(4), leadId: id }));
    const { oldLeads } = store;
    const first = await oldLeads.removePage(BEFORE, null, 2, logged());
    expect(first.ids).toEqual([ids[3], ids[2]]);
    const second = await oldLeads.removePage(BEFORE, first.next, 2, logged(first.entryId, 2));
    expect(second).toMatchObject({ ids: [ids[1]], entryId: first.entryId, next: null });
    expect(await idsOf(store)).toEqual([ids[0]]);
    expect((await store.journal.list(9)).map(({ title, undoable }) => [title, undoable])).toEqual([
      ["3 old leads removed", false],
      [`Lead ${ids[0]}`, false],
    ]);
    expect(await store.leads.totals()).toMatchObject({ approved: 1, qualified: 0 });
    expect((await store.leads.count({ search: "Ada" })).count).toBe(1);
    const nothing = await oldLeads.removePage(BEFORE, null, 2, logged());
    expect(nothing).toEqual({ ids: [], oldest: null, next: null, entryId: null });
    expect(await store.journal.list(9)).toHaveLength(2);
  });

  it("leave tombstones of all their identifiers, and nothing else", async () => {
    const store = await openTestStore(engine);
    const source = { id: await addDataSource(store) };
    await store.leads.applyBatch({
      ...EMPTY_BATCH,
      creates: [newLead({ updatedAt: daysBefore(1), emailKey: "ada@x.example", phoneKey: "+442079460000" })],
      source,
      rows: [{ rowKey: "row 1", contentHash: "1", leadId: null, createIndex: 0 }],
      journal: [],
    });
    const query = { emailKeys: ["ada@x.example"], phoneKeys: ["+442079460000"] };
    await store.oldLeads.removePage(BEFORE, null, 9, logged());
    const { leads, rowLeads, tombstones } = await store.leads.known({
      ...query,
      source: { ...source, rowKeys: ["row 1"] },
    });
    expect([leads, rowLeads.size]).toEqual([[], 0]);
    expect(tombstones).toEqual({
      emailKeys: new Set(query.emailKeys),
      phoneKeys: new Set(query.phoneKeys),
      rowKeys: new Set(["row 1"]),
    });
  });

  it("remove the records of leads merged into them", async () => {
    const store = await openTestStore(engine);
    const [id = "", otherId = ""] = await addLeads(store, [{ name: "Ann" }, { name: "A. Lee" }]);
    await store.leads.edit(otherId, (lead) => ({ ...lead, title: "Buyer" }), anEntry({ title: "A. Lee edited" }));
    await store.leads.merge(id, otherId, (lead) => ({ ...lead, updatedAt: daysBefore(1) }), anEntry({ kind: "merge" }));
    await store.oldLeads.removePage("9999", null, 9, logged());
    expect((await store.journal.list(9)).map(({ title }) => title)).toEqual(["1 old leads removed"]);
  });

  it("remove their form submissions and messages except for their identifiers", async () => {
    const store = await openTestStore(engine);
    const submission = {
      formType: "generic",
      formName: "Contact",
      contentType: "application/json",
      body: '{"name":"Ada"}',
      bodyEncoding: "utf8",
      idempotencyKey: "once",
      isVerified: null,
      submittedAt: daysBefore(2),
    } as const;
    const { id: submissionId } = await store.forms.receive(submission);
    const email: NewProcessedEmail = {
      mailbox: "gmail",
      messageKey: "m1",
      folder: "INBOX",
      uid: 1,
      from: "ada@x.example",
      leadName: "Ada",
      subject: "Pricing",
      verdict: "lead",
      confidence: 90,
      reason: "Asks for a price",
      reasons: [],
      kind: "message",
      leadId: null,
      leadRow: "m1",
      analysis: null,
      date: daysBefore(2),
      processedAt: daysBefore(2),
    };
    const rows = [{ rowKey: "m1", contentHash: "1", leadId: null, createIndex: 0 }];
    const creates = [newLead({ updatedAt: daysBefore(2) })];
    await store.leads.applyBatch({
      ...EMPTY_BATCH,
      creates,
      rows,
      alongside: { kind: "messages", emails: [email], cursor: null },
    });
    const processedAt = daysBefore(2);
    const outcome = { outcome: "created", leadName: "Ada", reason: "", processedAt } as const;
    await store.leads.applyBatch({
      ...EMPTY_BATCH,
      creates,
      rows: [{ rowKey: "s1", contentHash: "1", leadId: null, createIndex: 0 }],
      alongside: { kind: "submission", id: submissionId, leadRow: "s1", ...outcome },
    });
    await store.oldLeads.removePage(BEFORE, null, 9, logged());
    expect(await store.forms.get(submissionId)).toMatchObject({
      body: "",
      leadName: "",
      leadId: null,
      outcome: "created",
    });
    expect(await store.mailbox.emailByKey("gmail", "m1")).toMatchObject({
      from: "ada@x.example",
      leadName: "",
      subject: "",
      reason: "Removed with its lead",
    });
    expect((await store.forms.receive(submission)).isNew).toBe(false);
  });

  it("are forgotten after they were deleted, unless someone brought them back", async () => {
    const store = await openTestStore(engine);
    const ids = await addLeads(
      store,
      ["Ann", "Bo", "Cy", "Di"].map((name) => ({ name })),
    );
    const [ann = "", bo = "", cy = "", di = ""] = ids;
    const at = daysBefore(9);
    const comment = { accountId: null, author: "T", text: "Called", mentions: [], createdAt: at, editedAt: null };
    for (const leadId of ids) await store.comments.add({ ...comment, leadId }, { what: "added", by: "T", at });
    await store.leads.remove(ann, anEntry({ title: "Ann deleted", at }));
    const ofAll = (changed: number) => anEntry({ title: `${changed} deleted`, at });
    await store.bulkActions.remove([bo], { actId: null, changed: 0 }, ofAll);
    await store.leads.remove(cy, anEntry({ title: "Cy deleted", at: BEFORE }));
    await store.leads.remove(di, anEntry({ title: "Di deleted", at }));
    const [ofDi] = await store.journal.list(1);
    await store.journal.undo(ofDi?.id ?? "", { by: "T", at: BEFORE, rescore: (lead) => lead });
    const left = async () => ({
      history: (await store.journal.list(9)).map(({ title }) => title),
      comments: await Promise.all(ids.map(async (id) => (await store.comments.ofLead(id)).length)),
    });
    const { forgetDeleted } = store.oldLeads;
    expect(await forgetDeleted(BEFORE, 1)).toBe(1);
    expect(await forgetDeleted(BEFORE, 2)).toBe(1);
    const history = [
      "Undone: Di deleted",
      "Di deleted",
      "Cy deleted",
      "1 deleted",
      "Di: Comment added",
      "Cy: Comment added",
    ];
    expect(await left()).toEqual({ history, comments: [0, 0, 1, 1] });
    expect(await forgetDeleted(BEFORE, 2)).toBe(0);
  });

  it("keep only the notices that are to be kept", async () => {
    const { oldLeads } = await openTestStore(engine);
    expect(await oldLeads.notices()).toEqual([]);
    const notices = [
      { at: daysBefore(2), retentionDays: 90 },
      { at: daysBefore(1), retentionDays: 90 },
    ];
    await oldLeads.writeNotices(notices.toReversed());
    expect(await oldLeads.notices()).toEqual(notices);
    await oldLeads.writeNotices(notices.slice(1));
    expect(await oldLeads.notices()).toEqual(notices.slice(1));
    await oldLeads.writeNotices([]);
    expect(await oldLeads.notices()).toEqual([]);
  });
});
