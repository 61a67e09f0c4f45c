import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { BulkResult, Lead, LeadRow } from "#shared/contract/leads/lead.ts";
import type { ProgressEvent } from "#shared/contract/event.ts";
import { actAs } from "#server/platform/acting.ts";
import { deleteLeads } from "#server/features/leads/bulk-action.ts";
import { cancelBulk } from "#server/features/leads/bulk-run.ts";
import { freshWinnow, type TestWinnow } from "#test/harness.ts";
import { connectSheet, sync } from "#test/http/sheet.ts";
import { startGooglePeer, type GooglePeer } from "#test/peers/google/google-peer.ts";
import { sampleLeads } from "#test/peers/google/sample-leads.ts";
import { addLeads, temporaryDatabase, type EngineName, oneEngine } from "#test/stores.ts";

/** Several chunks of either action. */
const ROWS = 1_203;

let google: GooglePeer;
beforeAll(async () => {
  google = await startGooglePeer();
});
afterAll(() => google.close());

/** Leads of a sheet; the rule qualifies those with "demo". */
async function withLeads(engine: EngineName, rows = ROWS): Promise<TestWinnow> {
  const winnow = await freshWinnow(engine, { google });
  await winnow.ok("PUT /api/settings", { body: { maxLeadsPerSync: null } });
  await winnow.ok("POST /api/rules", { body: { name: "Intent", keywords: ["demo"], scoreWeight: 40 } });
  await connectSheet(winnow, google, sampleLeads(rows));
  await sync(winnow);
  return winnow;
}

const all = (winnow: TestWinnow): Promise<LeadRow[]> => winnow.ok("GET /api/leads");
const undo = (winnow: TestWinnow, { actId }: BulkResult) =>
  winnow.call("POST /api/journal/{id}/undo", { id: actId ?? "" });
/** A lead without its update time, which an undo changes too. */
const content = (leads: readonly LeadRow[]) => leads.map((lead) => ({ ...lead, updatedAt: "", processedAt: "" }));

describe.each(oneEngine("sqlite"))("bulk actions on %s", (engine) => {
  test("set a status as a person, skip leads that have it, and are undone completely", async () => {
    const winnow = await withLeads(engine, 8);
    const before = await all(winnow);
    const [one, two, three] = before.map(({ id }) => id);
    await winnow.ok("PATCH /api/leads/{id}", { id: three ?? "", body: { status: "approved" } });
    const prepared = await all(winnow);

    const ids = [one, two, two, three, "999999", "nobody"];
    const result = await winnow.ok("POST /api/leads/bulk-status", {
      body: { selection: { ids }, status: "approved" },
    });
    expect(result).toMatchObject({ changed: 2, unchanged: 1, left: 0 });
    const decided = await all(winnow);
    for (const { id, status, statusSetBy } of decided.slice(0, 3)) {
      expect([id, status, statusSetBy]).toEqual([id, "approved", "person"]);
    }
    expect(decided.slice(2)).toEqual(prepared.slice(2));
    // Someone else's decision took the third out of the list that the caller chose it from.
    const ofList = { ids: [three ?? ""], filter: { status: "pending" as const } };
    const body = { selection: ofList, status: "rejected" as const };
    expect(await winnow.ok("POST /api/leads/bulk-status", { body })).toMatchObject({ changed: 0, unchanged: 0 });

    const [newest] = await winnow.ok("GET /api/dashboard/activity");
    expect(newest).toMatchObject({ type: "qualified_lead", title: "2 leads approved" });
    const { timeline } = await winnow.ok("GET /api/leads/{id}", { id: one ?? "" });
    expect(timeline[0]).toMatchObject({ kind: "status", title: "2 leads approved", by: "You" });
    expect((await winnow.ok("GET /api/leads/{id}", { id: three ?? "" })).timeline[0]).toMatchObject({
      title: expect.stringMatching(/ approved$/u) as string,
      description: expect.stringMatching(/^Was /u) as string,
    });

    const undone = await winnow.ok("POST /api/journal/{id}/undo", { id: result.actId ?? "" });
    expect(undone).toEqual({ restored: "2 leads approved", leadId: null, kept: 0, goesOn: false });
    expect(content(await all(winnow))).toEqual(content(prepared));
    expect((await undo(winnow, result)).statusCode).toBe(409);
    const { timeline: after } = await winnow.ok("GET /api/leads/{id}", { id: one ?? "" });
    expect(after[0]?.title).toBe("2 leads approved (undone)");
    const [undoing] = await winnow.ok("GET /api/dashboard/activity");
    expect(undoing?.title).toBe("Undone: 2 leads approved");
  });

  test("turn a rule's decision into a person's, and leave people's decisions alone", async () => {
    const winnow = await withLeads(engine, 8);
    const qualified = { filter: { status: "qualified" } };
    const first = await winnow.ok("POST /api/leads/bulk-status", {
      body: { selection: qualified, status: "qualified" },
    });
    expect(first).toMatchObject({ changed: 2, unchanged: 0 });
    const again = await winnow.ok("POST /api/leads/bulk-status", {
      body: { selection: qualified, status: "qualified" },
    });
    expect(again).toEqual({ changed: 0, unchanged: 2, left: 0, actId: null });
  });

  test("leave all leads alone if a filter matches more than the person was shown", async () => {
    const winnow = await withLeads(engine, 8);
    const remove = (atMost: number) =>
      winnow.call("POST /api/leads/bulk-delete", { body: { selection: { filter: {}, atMost } } });
    expect((await remove(7)).json()).toMatchObject({
      status: 409,
      type: "urn:winnow:problem:more_leads",
      detail: "8 leads match now instead of 7, so nothing was changed. Check the list and try again.",
    });
    expect(await all(winnow)).toHaveLength(8);
    expect((await remove(8)).json()).toMatchObject({ changed: 8 });
  });

  test("apply to every lead that matches a filter, in many chunks, as one action", async () => {
    const winnow = await withLeads(engine);
    const before = await all(winnow);
    const meant = before.filter(({ keywords, name }) => !keywords.includes("demo") && name.includes("Berg"));
    const progress: ProgressEvent[] = [];
    winnow.workspace.feed.onMessage(({ event, data }) => {
      if (event === "progress") progress.push(data);
    });
    const found = await winnow.ok("POST /api/leads/bulk-status", {
      body: { selection: { filter: { maxScore: 0, search: "berg" } }, status: "rejected" },
    });
    expect(found).toMatchObject({ changed: meant.length, unchanged: 0, left: 0 });
    const rejected = (await all(winnow)).filter(({ status }) => status === "rejected");
    expect(rejected.map(({ id }) => id)).toEqual(meant.map(({ id }) => id));

    const everything = await winnow.ok("POST /api/leads/bulk-status", {
      body: { selection: { filter: {} }, status: "rejected" },
    });
    expect(everything).toMatchObject({ changed: ROWS - meant.length, unchanged: meant.length });
    expect((await winnow.ok("GET /api/dashboard/pipeline")).rejected).toBe(ROWS);
    await expect.poll(() => progress.at(-1)).toMatchObject({ finished: true });
    expect(progress).toContainEqual({
      work: "bulk",
      label: "Rejecting 1,203 leads",
      done: 500,
      total: ROWS,
      finished: false,
    });
    const lines = await winnow.ok("GET /api/dashboard/activity");
    expect(lines.filter(({ title }) => title.endsWith("rejected")).map(({ title }) => title)).toEqual([
      `${(ROWS - meant.length).toLocaleString("en")} leads rejected`,
      `${meant.length} leads rejected`,
    ]);

    expect((await undo(winnow, everything)).json()).toMatchObject({ kept: 0 });
    expect((await undo(winnow, found)).json()).toMatchObject({ kept: 0 });
    expect(content(await all(winnow))).toEqual(content(before));
  });

  test("delete leads for good despite the next sync, until undone", async () => {
    const winnow = await withLeads(engine);
    const before = await all(winnow);
    const result = await winnow.ok("POST /api/leads/bulk-delete", {
      body: { selection: { filter: { keyword: "DEMO" } } },
    });
    const gone = before.filter(({ keywords }) => keywords.includes("demo"));
    expect(result).toMatchObject({ changed: gone.length, unchanged: 0, left: 0 });
    const left = before.filter(({ keywords }) => !keywords.includes("demo"));
    expect(await all(winnow)).toEqual(left);
    expect(await sync(winnow)).toMatchObject({ created: 0 });
    expect((await all(winnow)).map(({ id }) => id)).toEqual(left.map(({ id }) => id));
    const [line] = (await winnow.ok("GET /api/dashboard/activity")).filter(({ title }) => title.includes("deleted"));
    expect(line?.title).toBe(`${gone.length} leads deleted`);

    expect((await undo(winnow, result)).json()).toMatchObject({ kept: 0 });
    expect(content(await all(winnow))).toEqual(content(before));
    expect(await sync(winnow)).toMatchObject({ created: 0, updated: 0 });
    const found = await winnow.ok("GET /api/leads", { query: { keyword: "demo", search: "contact0@", limit: 5 } });
    expect(found).toHaveLength(1);
  });

  test("are undone except for newer changes, which are counted", async () => {
    const winnow = await withLeads(engine, 6);
    const [a, b, c] = (await all(winnow)).map(({ id }) => id) as [string, string, string];
    const result = await winnow.ok("POST /api/leads/bulk-status", {
      body: { selection: { ids: [a, b, c] }, status: "approved" },
    });
    await winnow.ok("PATCH /api/leads/{id}", { id: a, body: { status: "rejected" } });
    await winnow.ok("DELETE /api/leads/{id}", { id: b });
    expect((await undo(winnow, result)).json()).toEqual({
      restored: "3 leads approved",
      leadId: null,
      kept: 2,
      goesOn: false,
    });
    expect((await winnow.ok("GET /api/leads/{id}", { id: a })).status).toBe("rejected");
    expect((await winnow.ok("GET /api/leads/{id}", { id: c })).statusSetBy).toBe("rule");
    const [line] = await winnow.ok("GET /api/dashboard/activity");
    expect(line?.description).toBe("1 restored, 2 skipped because they have changed since");
  });

  test("can't be undone while every lead is blocked", async () => {
    const winnow = await withLeads(engine, 4);
    const [lead] = (await winnow.ok("GET /api/leads")) as Lead[];
    const { id = "", email = "" } = lead ?? {};
    const removed = await winnow.ok("POST /api/leads/bulk-delete", { body: { selection: { ids: [id] } } });
    const other = await winnow.ok("POST /api/leads", { body: { name: "Namesake", email: "else@where.example" } });
    await winnow.ok("PATCH /api/leads/{id}", { id: other.id, body: { email } });
    const refused = await undo(winnow, removed);
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({
      detail:
        "These leads have since been changed or deleted, their addresses belong to other leads, or their owners are gone.",
    });
    await winnow.ok("PATCH /api/leads/{id}", { id: other.id, body: { email: "else@where.example" } });
    expect((await undo(winnow, removed)).json()).toEqual({
      restored: "1 lead deleted",
      leadId: null,
      kept: 0,
      goesOn: false,
    });
    expect(content([await winnow.ok("GET /api/leads/{id}", { id })] as LeadRow[])[0]).toMatchObject({ email });
  });

  test("can be canceled, keep what was done, and can be undone", async () => {
    const winnow = await withLeads(engine);
    const before = await all(winnow);
    expect(await winnow.ok("POST /api/leads/bulk-cancel")).toEqual({ canceled: false });
    const canceled: Promise<unknown>[] = [];
    winnow.workspace.feed.onMessage(({ event }) => {
      if (event === "progress" && canceled.length === 0) canceled.push(winnow.ok("POST /api/leads/bulk-cancel"));
    });
    const result = await winnow.ok("POST /api/leads/bulk-delete", { body: { selection: { filter: {} } } });
    expect(await Promise.all(canceled)).toEqual([{ canceled: true }]);
    expect(result.changed).toBeGreaterThan(0);
    expect(result.left).toBeGreaterThan(0);
    expect(result.changed + result.left).toBe(ROWS);
    expect(await all(winnow)).toHaveLength(result.left);
    expect((await undo(winnow, result)).json()).toMatchObject({ kept: 0 });
    expect(content(await all(winnow))).toEqual(content(before));
  });

  test("stop when someone undoes them while they run, and leave nothing changed", async () => {
    const winnow = await withLeads(engine);
    const before = await all(winnow);
    const { bulkActions } = winnow.workspace.store;
    const setStatus = bulkActions.setStatus.bind(bulkActions);
    const undone: unknown[] = [];
    vi.spyOn(bulkActions, "setStatus").mockImplementation(async (ids, status, soFar, entryOf) => {
      if (soFar.changed === 500) {
        undone.push(await winnow.ok("POST /api/journal/{id}/undo", { id: soFar.actId ?? "" }));
      }
      return setStatus(ids, status, soFar, entryOf);
    });
    const approved = await winnow.call("POST /api/leads/bulk-status", {
      body: { selection: { filter: {} }, status: "approved" },
    });
    expect([approved.statusCode, approved.json()]).toMatchObject([409, { type: "urn:winnow:problem:action_undone" }]);
    expect(undone).toMatchObject([{ restored: "500 leads approved", kept: 0 }]);
    expect(content(await all(winnow))).toEqual(content(before));
    const { acts } = await winnow.ok("GET /api/journal");
    expect(acts.slice(0, 2)).toMatchObject([
      { title: "Undone: 500 leads approved" },
      { title: "500 leads approved", undoable: false },
    ]);
  });

  test("can be canceled only by the person who started them", async () => {
    const winnow = await withLeads(engine);
    const { workspace } = winnow;
    const of = (userId: string) => ({ by: `user ${userId}`, userId, requestId: null });
    const asked: Promise<boolean>[] = [];
    workspace.feed.onMessage(({ event }) => {
      if (event === "progress" && asked.length === 0) asked.push(actAs(of("2"), () => cancelBulk(workspace)));
    });
    const { left } = await actAs(of("1"), () => deleteLeads(workspace, { filter: {} }));
    expect([left, ...(await Promise.all(asked))]).toEqual([0, false]);
  });

  test("reject what is no selection or no status", async () => {
    const winnow = await freshWinnow(engine);
    for (const [what, body] of [
      ["no leads", { selection: { ids: [] }, status: "approved" }],
      ["too many", { selection: { ids: Array.from({ length: 501 }, (_, at) => String(at + 1)) }, status: "approved" }],
      ["no selection", { status: "approved" }],
      ["a status that is none", { selection: { ids: ["1"] }, status: "new" }],
      ["a filter with a field that none has", { selection: { filter: { minimumScore: 60 } }, status: "approved" }],
      ["a filter that is none", { selection: { filter: { minScore: 101 } }, status: "approved" }],
    ]) {
      expect([what, (await winnow.call("POST /api/leads/bulk-status", { body })).statusCode]).toEqual([what, 422]);
    }
  });
});

test("bulk actions on postgres can be canceled from another process", async () => {
  const databaseUrl = await temporaryDatabase();
  const [one, other] = [await freshWinnow("postgres", { databaseUrl }), await freshWinnow("postgres", { databaseUrl })];
  await addLeads(
    one.workspace.store,
    Array.from({ length: ROWS }, (_, at) => ({ name: `Lead ${at}` })),
  );
  const canceled: Promise<unknown>[] = [];
  one.workspace.feed.onMessage(({ event }) => {
    if (event === "progress" && canceled.length === 0) canceled.push(other.ok("POST /api/leads/bulk-cancel"));
  });
  const result = await one.ok("POST /api/leads/bulk-delete", { body: { selection: { filter: {} } } });
  expect(await Promise.all(canceled)).toEqual([{ canceled: true }]);
  expect(result.left).toBeGreaterThan(0);
});
