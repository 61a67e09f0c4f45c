import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Lead } from "#shared/contract/leads/lead.ts";
import { openWinnow, type TestWinnow } from "#test/harness.ts";
import { connectSheet, sync } from "#test/http/sheet.ts";
import { rescored } from "#test/jobs.ts";
import { startGooglePeer, type GooglePeer } from "#test/peers/google/google-peer.ts";
import { oneEngine } from "#test/stores.ts";

const newAddress = (): string => `${randomUUID()}@acme.example`;

let google: GooglePeer;
beforeAll(async () => {
  google = await startGooglePeer();
});
afterAll(() => google.close());

describe.each(oneEngine("sqlite"))("changing leads on %s", (engine) => {
  let winnow: TestWinnow;
  beforeAll(async () => {
    winnow = await openWinnow(engine, { google });
    await winnow.ok("POST /api/rules", { body: { name: "Intent", keywords: ["demo"], scoreWeight: 40 } });
  });
  afterAll(() => winnow.close());

  const add = (body: object = {}): Promise<Lead> =>
    winnow.ok("POST /api/leads", { body: { name: "Ann Lee", email: newAddress(), ...body } });
  const read = (id: string) => winnow.ok("GET /api/leads/{id}", { id });

  /** Changes a lead and returns the action ID for undo. */
  async function patch(id: string, body: object): Promise<string> {
    const answer = await winnow.call("PATCH /api/leads/{id}", { id, body });
    expect(answer.statusCode).toBe(200);
    return String(answer.headers["x-act-id"]);
  }
  async function remove(id: string): Promise<string> {
    const answer = await winnow.call("DELETE /api/leads/{id}", { id });
    expect(answer.statusCode).toBe(204);
    return String(answer.headers["x-act-id"]);
  }
  async function undo(id: string): Promise<{ status: number; type: unknown }> {
    const answer = await winnow.call("POST /api/journal/{id}/undo", { id });
    return { status: answer.statusCode, type: answer.json<{ type?: string }>().type?.split(":").at(-1) };
  }

  test("a manually added lead is scored and qualified like any other", async () => {
    const lead = await add({ name: " Ann  Lee ", notes: "Wants a demo", phone: "+44 20 7946 0018", company: "Acme" });
    expect(lead).toMatchObject({
      name: "Ann Lee",
      source: "manual",
      score: 40,
      keywords: ["demo"],
      status: "qualified",
    });
    expect(lead).toMatchObject({ statusSetBy: "rule", missingInfo: [], qualificationStatus: "complete" });
    expect((await add()).status).toBe("pending");
  });

  test("a status set on creation counts as the person's", async () => {
    expect(await add({ status: "rejected", notes: "demo" })).toMatchObject({
      status: "rejected",
      statusSetBy: "person",
    });
  });

  test("a known email, however it is written, is the known lead and fills empty fields", async () => {
    const first = await add({ company: "Acme" });
    const body = { name: "A. Lee", email: ` ${first.email.toUpperCase()}`, company: "Another", title: "Owner" };
    const answer = await winnow.call("POST /api/leads", { body });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ id: first.id, name: "Ann Lee", company: "Acme", title: "Owner" });
    expect((await read(first.id)).timeline[0]?.title).toBe("Ann Lee updated manually");
  });

  test("a hundred concurrent requests with one email create one lead", async () => {
    const email = newAddress();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        winnow.call("POST /api/leads", { body: { name: "Ann Lee", email, notes: `Call ${index}.` } }),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 201]));
    expect(new Set(answers.map((answer) => answer.json<Lead>().id)).size).toBe(1);
  });

  test("an edit changes only what it names, and rescores the lead", async () => {
    const before = await add({ company: "Acme", notes: "newsletter", phone: "+442079460019" });
    await patch(before.id, { notes: "Now wants a demo", title: "Owner" });
    const after = await read(before.id);
    expect(after).toMatchObject({
      ...before,
      title: "Owner",
      notes: "Now wants a demo",
      score: 40,
      keywords: ["demo"],
      status: "qualified",
      processedAt: after.processedAt,
      updatedAt: after.updatedAt,
    });
    expect(after.explanation.parts.reduce((sum, { points }) => sum + points, after.explanation.cap)).toBe(after.score);
    expect(after.provenance["title"]?.method).toBe("edited");
  });

  test("the timeline names an edit's changes in plain words", async () => {
    const { id, name, company } = await add({ company: "Acme" });
    const changes = async () => {
      const { timeline } = await read(id);
      return timeline.find(({ kind }) => kind === "edited")?.description;
    };
    await patch(id, { name, company, title: "Buyer", scrapeUrl: "acme.example" });
    expect(await changes()).toBe("Job title, Website");
    await patch(id, { title: "Buyer", notes: "Call back", status: "rejected" });
    expect(await changes()).toBe("Notes, Status");
  });

  test("an edit that names nothing changes nothing", async () => {
    const before = await add();
    for (const body of [{}, { unknown: 1 }, { name: before.name, email: before.email }]) {
      const answer = await winnow.call("PATCH /api/leads/{id}", { id: before.id, body });
      expect(answer.statusCode).toBe(200);
      const { updatedAt: _, ...rest } = before;
      expect(answer.json()).toMatchObject(rest);
      expect(answer.headers["x-act-id"]).toBeUndefined();
    }
    expect((await read(before.id)).timeline.map(({ kind }) => kind)).toEqual(["created"]);
  });

  test("an email can be cleared or respelled, but can't be another lead's", async () => {
    const [ann, bo] = [await add(), await add({ name: "Bo Berg" })];
    await patch(ann.id, { email: ann.email.toUpperCase() });
    const taken = await winnow.call("PATCH /api/leads/{id}", { id: bo.id, body: { email: ann.email, title: "Owner" } });
    expect([taken.statusCode, taken.json<{ type: string }>().type]).toEqual([409, "urn:winnow:problem:lead_conflict"]);
    expect(await read(bo.id)).toMatchObject({ email: bo.email, title: "" });
    await patch(bo.id, { email: "" });
    expect(await read(bo.id)).toMatchObject({ email: "", missingInfo: ["email", "phone", "company", "need"] });
  });

  test("a status set by a person survives every change of rules and threshold", async () => {
    const [mine, theirs] = [await add({ notes: "demo" }), await add({ notes: "demo" })];
    await patch(mine.id, { status: "approved" });
    await winnow.ok("PUT /api/settings", { body: { qualificationThreshold: 90 } });
    await rescored(winnow.workspace);
    expect(await read(theirs.id)).toMatchObject({ status: "pending", score: 40 });
    expect(await read(mine.id)).toMatchObject({ status: "approved", statusSetBy: "person", score: 40 });
    const rule = await winnow.ok("POST /api/rules", { body: { name: "More", keywords: ["demo"], scoreWeight: 50 } });
    await rescored(winnow.workspace);
    expect(await read(theirs.id)).toMatchObject({ status: "qualified", score: 90 });
    await patch(mine.id, { status: "pending" });
    await winnow.ok("DELETE /api/rules/{id}", { id: rule.id });
    await winnow.ok("PUT /api/settings", { body: { qualificationThreshold: 30 } });
    await rescored(winnow.workspace);
    expect(await read(theirs.id)).toMatchObject({ status: "qualified", score: 40 });
    expect(await read(mine.id)).toMatchObject({ status: "pending", statusSetBy: "person", score: 40 });
  });

  test("setting a status twice is one action, the first", async () => {
    const { id } = await add();
    const act = await patch(id, { status: "rejected" });
    const again = await winnow.call("PATCH /api/leads/{id}", { id, body: { status: "rejected" } });
    expect([again.statusCode, again.headers["x-act-id"]]).toEqual([200, undefined]);
    expect(again.json()).toMatchObject({ status: "rejected", statusSetBy: "person" });
    expect((await read(id)).timeline.map(({ kind }) => kind)).toEqual(["status", "created"]);
    expect(await undo(act)).toEqual({ status: 200, type: undefined });
    expect(await read(id)).toMatchObject({ status: "pending", statusSetBy: "rule" });
  });

  test.each(["status", "edit", "deletion"])("undoes a %s, once", async (what) => {
    const before = await read((await add({ notes: "demo", company: "Acme" })).id);
    const changes = { status: { status: "rejected" }, edit: { notes: "nothing", name: "Someone" } }[what];
    const act = changes === undefined ? await remove(before.id) : await patch(before.id, changes);
    expect(await undo(act)).toEqual({ status: 200, type: undefined });
    const after = await read(before.id);
    expect(after).toEqual({ ...before, updatedAt: after.updatedAt, timeline: after.timeline });
    expect(after.timeline.length).toBe(before.timeline.length + 2);
    expect(await undo(act)).toEqual({ status: 409, type: "already_undone" });
  });

  test.each(["status", "edit", "deletion"])("undoing a %s applies the current rules", async (what) => {
    const { id, status } = await add({ notes: "demo" });
    expect(status).toBe("qualified");
    const changes = { status: { status: "rejected" }, edit: { notes: "nothing" } }[what];
    const act = changes === undefined ? await remove(id) : await patch(id, changes);
    await winnow.ok("PUT /api/settings", { body: { qualificationThreshold: 90 } });
    const rule = await winnow.ok("POST /api/rules", { body: { name: "More", keywords: ["demo"], scoreWeight: 5 } });
    await rescored(winnow.workspace);
    expect((await undo(act)).status).toBe(200);
    const after = await read(id);
    expect(after).toMatchObject({ status: "pending", statusSetBy: "rule", score: 45 });
    expect(after.explanation.parts).toHaveLength(2);
    await winnow.ok("DELETE /api/rules/{id}", { id: rule.id });
    await winnow.ok("PUT /api/settings", { body: { qualificationThreshold: 30 } });
    await rescored(winnow.workspace);
  });

  test("can't undo what has changed again since", async () => {
    const { id } = await add();
    const first = await patch(id, { status: "rejected" });
    const second = await patch(id, { status: "approved" });
    expect(await undo(first)).toEqual({ status: 409, type: "undo_conflict" });
    expect(await read(id)).toMatchObject({ status: "approved" });
    expect((await undo(second)).status).toBe(200);
    expect((await undo(first)).status).toBe(200);
    expect(await read(id)).toMatchObject({ status: "pending", statusSetBy: "rule" });
  });

  test("an edit of another field doesn't block an undo", async () => {
    const { id } = await add();
    const first = await patch(id, { title: "Owner" });
    await patch(id, { company: "Acme" });
    expect((await undo(first)).status).toBe(200);
    expect(await read(id)).toMatchObject({ title: "", company: "Acme" });
  });

  test("a deleted lead is gone everywhere, and can't be restored over one that took its email", async () => {
    const lead = await add();
    const edit = await patch(lead.id, { title: "Owner" });
    const act = await remove(lead.id);
    expect((await winnow.call("GET /api/leads/{id}", { id: lead.id })).statusCode).toBe(404);
    expect((await winnow.call("PATCH /api/leads/{id}", { id: lead.id, body: { title: "x" } })).statusCode).toBe(404);
    expect((await winnow.call("DELETE /api/leads/{id}", { id: lead.id })).statusCode).toBe(404);
    expect((await winnow.call("GET /api/leads", { query: { search: lead.email } })).json()).toEqual([]);
    expect(await undo(edit)).toEqual({ status: 409, type: "undo_conflict" });

    const again = await add({ email: lead.email });
    expect(again.id).not.toBe(lead.id);
    expect(await undo(act)).toEqual({ status: 409, type: "undo_conflict" });
    await remove(again.id);
    expect((await undo(act)).status).toBe(200);
    expect(await read(lead.id)).toMatchObject({ email: lead.email, title: "Owner" });
  });

  test("an action that can't be undone says so", async () => {
    await connectSheet(winnow, google, [["Name", "Email"]], "Empty");
    await sync(winnow);
    const [synced] = await winnow.ok("GET /api/dashboard/activity", { query: { limit: 1 } });
    expect(synced?.type).toBe("sync_completed");
    expect(await undo(synced?.id ?? "")).toEqual({ status: 409, type: "not_undoable" });
  });

  test("a sync doesn't bring a deleted lead back; a person or an undo does", async () => {
    const [ann, bo] = [newAddress(), newAddress()];
    const rows = [
      ["Name", "Email"],
      ["Ann Lee", ann],
      ["Bo Berg", bo],
    ];
    const sheet = await connectSheet(winnow, google, rows);
    await sync(winnow);
    const find = async (search: string) => winnow.ok("GET /api/leads", { query: { search } });
    const [annLead] = await find(ann);
    const [boLead] = await find(bo);
    const annGone = await remove(annLead?.id ?? "");
    await remove(boLead?.id ?? "");

    sheet.write([
      ["Name", "Email"],
      ["Ann Lee-Jones", ann],
      ["Bo Berg", bo.toUpperCase()],
    ]);
    expect(await sync(winnow)).toMatchObject({ created: 0, updated: 0, skipped: 2 });
    expect([...(await find(ann)), ...(await find(bo))]).toEqual([]);
    const { lastRun } = (await winnow.ok("GET /api/data-sources")).find(({ id }) => id === sheet.sourceId) ?? {};
    expect(lastRun?.reasons.map(({ reason }) => reason)).toEqual(["Deleted earlier", "Deleted earlier"]);

    expect((await undo(annGone)).status).toBe(200);
    expect(await sync(winnow)).toMatchObject({ created: 0, updated: 1, skipped: 1 });
    expect((await find(ann))[0]).toMatchObject({ id: annLead?.id, name: "Ann Lee-Jones" });
    expect(await add({ name: "Bo Berg", email: bo })).toMatchObject({ email: bo });
    expect((await find(bo)).length).toBe(1);
  });

  test("many concurrent changes leave a lead consistent", async () => {
    const { id } = await add();
    const statuses = ["qualified", "rejected", "approved", "pending"] as const;
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        winnow.call("PATCH /api/leads/{id}", {
          id,
          body:
            index % 2 === 0
              ? { status: statuses[(index / 2) % 4] }
              : { title: `Title ${index}`, notes: `demo ${index}` },
        }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
    const acts = answers.map(({ headers }) => headers["x-act-id"]);
    const edits = acts.filter((_act, index) => index % 2 === 1);
    // Setting the same status again is not an action.
    const decisions = acts.filter((act, index) => index % 2 === 0 && act !== undefined);
    expect(new Set([...edits, ...decisions]).size).toBe(20 + decisions.length);
    expect(edits).not.toContain(undefined);
    const { timeline, ...lead } = await read(id);
    expect(timeline).toHaveLength(1 + edits.length + decisions.length);
    expect(lead).toMatchObject({ statusSetBy: "person", score: 40 });
    expect(lead.notes.split(" ")[1]).toBe(lead.title.split(" ")[1]);
  });
});
