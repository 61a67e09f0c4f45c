import { beforeEach, describe, expect, test } from "vitest";
import { LIMITS } from "#shared/limits.ts";
import { freshWinnow, type Browser, type TestWinnow } from "#test/harness.ts";
import { ADA, BOB } from "#test/http/account-examples.ts";
import { type EngineName, oneEngine } from "#test/stores.ts";

const CY = { username: "Cy Young", password: "nine quiet clocks in a hall" };

let now: Date;
let winnow: TestWinnow;
let leadId: string;

async function start(engine: EngineName = "sqlite"): Promise<void> {
  now = new Date("2026-05-06T10:00:00.000Z");
  winnow = await freshWinnow(engine, { clock: () => now });
  const lead = await winnow.ok("POST /api/leads", { body: { name: "Zelda Quimby", email: "zelda@quimby.example" } });
  leadId = lead.id;
}

async function signedIn(account: typeof CY): Promise<Browser> {
  const browser = winnow.browser();
  await browser.ok("POST /api/session", { body: account });
  return browser;
}

/** Ada owns the team, Bob is a member, Cy a viewer. */
async function makeTeam(): Promise<{ bob: Browser; cy: Browser }> {
  await winnow.ok("POST /api/session/first-owner", { body: ADA });
  await winnow.ok("POST /api/users", { body: { ...BOB, role: "member" } });
  await winnow.ok("POST /api/users", { body: { ...CY, role: "viewer" } });
  return { bob: await signedIn(BOB), cy: await signedIn(CY) };
}

const add = (who: Pick<Browser, "ok">, text: string) =>
  who.ok("POST /api/leads/{id}/comments", { id: leadId, body: { text } });
const which = (commentId: string) => ({ id: leadId, params: { commentId } });
const listed = (who: Pick<Browser, "ok"> = winnow) => who.ok("GET /api/leads/{id}/comments", { id: leadId });
const mentionsIn = async (who: Pick<Browser, "ok">) =>
  (await who.ok("GET /api/notifications")).items.filter(({ kind }) => kind === "mention");

describe.each(oneEngine("postgres"))("comments on %s", (engine) => {
  beforeEach(() => start(engine));

  test("keep their lead from being removed by undoing its addition", async () => {
    const [added] = (await winnow.ok("GET /api/journal")).acts;
    const { id: commentId } = await add(winnow, "Called");
    const undo = () => winnow.call("POST /api/journal/{id}/undo", { id: added?.id ?? "" });
    expect((await undo()).statusCode).toBe(409);
    await winnow.ok("DELETE /api/leads/{id}/comments/{commentId}", which(commentId));
    expect((await undo()).statusCode).toBe(200);
  });

  test("are added, edited and deleted, each of which can be undone", async () => {
    const first = await winnow.call("POST /api/leads/{id}/comments", {
      id: leadId,
      body: { text: "  Called\u0000\n👋 " },
    });
    expect(first.statusCode).toBe(201);
    expect(first.json()).toMatchObject({ text: "Called\u0000\n👋", author: "You", editedAt: null, mayEdit: true });
    const one = which(first.json<{ id: string }>().id);
    const texts = async () => (await listed()).map(({ text }) => text);
    const before = await texts();

    const undo = async (actId: unknown) => winnow.ok("POST /api/journal/{id}/undo", { id: String(actId) });
    const edited = await winnow.call("PATCH /api/leads/{id}/comments/{commentId}", { ...one, body: { text: "Met" } });
    expect(edited.json()).toMatchObject({ text: "Met", editedAt: now.toISOString() });
    const stale = await winnow.call("POST /api/journal/{id}/undo", { id: String(first.headers["x-act-id"]) });
    expect(stale.json()).toMatchObject({ status: 409, detail: expect.stringContaining("has since been edited") });
    await undo(edited.headers["x-act-id"]);
    expect(await texts()).toEqual(before);
    const deleted = await winnow.call("DELETE /api/leads/{id}/comments/{commentId}", one);
    expect(await texts()).toEqual([]);
    await undo(deleted.headers["x-act-id"]);
    expect(await listed()).toMatchObject([{ id: one.params.commentId, text: before[0] }]);
    await undo(first.headers["x-act-id"]);
    expect(await texts()).toEqual([]);
  });

  test("are part of the lead that their lead is merged into, and of a person's data", async () => {
    const other = await winnow.ok("POST /api/leads", { body: { name: "Z. Quimby", email: "z@quimby.example" } });
    await add(winnow, "On the first");
    await winnow.ok("POST /api/leads/{id}/comments", {
      id: other.id,
      body: { text: "On the second, see zelda@quimby.example" },
    });
    await winnow.ok("POST /api/leads/{id}/merge", { id: other.id, body: { otherId: leadId, take: {} } });
    const merged = await winnow.ok("GET /api/leads/{id}/comments", { id: other.id });
    expect(merged.map(({ text }) => text)).toEqual(["On the first", "On the second, see zelda@quimby.example"]);
    const data = await winnow.ok("GET /api/people/{email}/data", { params: { email: "zelda@quimby.example" } });
    expect(JSON.stringify(data)).toContain("On the first");
    await winnow.ok("DELETE /api/people/{email}", { params: { email: "zelda@quimby.example" } });
    expect(JSON.stringify(await winnow.ok("GET /api/journal"))).not.toContain("Quimby");
  });

  test("mention people, who find them in their bell alone, once each", async () => {
    const { bob, cy } = await makeTeam();
    const [, member] = await winnow.ok("GET /api/team");
    const comment = await add(winnow, "@bob and @cy young: ask about @nobody and x@bob, @Ada");
    expect(comment.mentions.map(({ username }) => username)).toEqual(["Bob", "Cy Young", "Ada"]);
    expect(await mentionsIn(winnow)).toEqual([]);
    const [notification] = await mentionsIn(bob);
    expect(notification).toMatchObject({
      title: "Ada mentioned you on Zelda Quimby",
      description: comment.text,
      href: `/leads/${leadId}`,
      isRead: false,
    });
    await bob.ok("POST /api/notifications/read", { body: { ids: [notification?.id ?? ""] } });
    now = new Date("2026-05-07T10:00:00.000Z");
    await winnow.ok("PATCH /api/leads/{id}/comments/{commentId}", {
      ...which(comment.id),
      body: { text: "@Bob, call her" },
    });
    // Someone else's read mark removes only what nobody needs.
    await cy.call("POST /api/notifications/read", { body: { ids: [`mention:${member?.id}:${comment.id}:x`] } });
    expect(await mentionsIn(bob)).toMatchObject([{ description: "@Bob, call her", isRead: true }]);
    expect(await mentionsIn(cy)).toEqual([]);
    now = new Date(Date.parse("2026-05-06T10:00:00.000Z") + LIMITS.comment.mentionDays * 86_400_000);
    expect(await mentionsIn(await signedIn(BOB))).toEqual([]);
  });
});

describe("a comment", () => {
  beforeEach(() => start());

  test("says when a mentioned person has no access", async () => {
    await makeTeam();
    const id = (await winnow.ok("GET /api/team")).at(1)?.id ?? "";
    await winnow.ok("PATCH /api/users/{id}", { id, body: { isActive: false } });
    expect((await add(winnow, "@Bob")).mentions).toEqual([{ accountId: id, username: "Bob", hasAccess: false }]);
  });

  test("is edited by its author, and deleted by its author or an owner", async () => {
    const { bob, cy } = await makeTeam();
    const ofAda = which((await add(winnow, "Ada's")).id);
    const ofBob = which((await add(bob, "Bob's")).id);
    const edit = async (who: Browser | TestWinnow, one: typeof ofAda) =>
      (await who.call("PATCH /api/leads/{id}/comments/{commentId}", { ...one, body: { text: "x" } })).statusCode;
    const remove = (who: Browser | TestWinnow, one: typeof ofAda) =>
      who.call("DELETE /api/leads/{id}/comments/{commentId}", one);
    expect([await edit(bob, ofAda), await edit(winnow, ofBob), await edit(cy, ofAda)]).toEqual([403, 403, 403]);
    expect((await remove(bob, ofAda)).statusCode).toBe(403);
    expect((await listed(bob)).map(({ mayEdit, mayDelete }) => [mayEdit, mayDelete])).toEqual([
      [false, false],
      [true, true],
    ]);
    const deleted = await remove(winnow, ofBob);
    expect(deleted.statusCode).toBe(204);
    const changed = await bob.call("PATCH /api/leads/{id}/comments/{commentId}", {
      ...ofAda,
      body: { text: "x" },
    });
    expect(changed.statusCode).toBe(403);
    // Its author may undo the deletion, another member couldn't.
    await bob.ok("POST /api/journal/{id}/undo", { id: String(deleted.headers["x-act-id"]) });
    const byBob = await bob.call("PATCH /api/leads/{id}/comments/{commentId}", { ...ofBob, body: { text: "x" } });
    const undone = await winnow.call("POST /api/journal/{id}/undo", { id: String(byBob.headers["x-act-id"]) });
    expect(undone.statusCode).toBe(403);
    const ids = (await bob.ok("GET /api/journal")).acts.filter(({ kind }) => kind === "comment");
    expect(ids.map(({ undoable }) => undoable)).toEqual([true, false, true, false]);
  });

  test("can be written with an API token that may work, in the name of its account", async () => {
    await makeTeam();
    const { token } = await winnow.ok("POST /api/tokens", {
      body: { name: "CRM", scopes: ["work"], password: ADA.password },
    });
    const headers = { authorization: `Bearer ${token}` };
    const written = await winnow.call("POST /api/leads/{id}/comments", { id: leadId, body: { text: "Hi" }, headers });
    expect(written.json()).toMatchObject({ author: "Ada", mayEdit: true });
  });

  test("is refused when it is empty, too long, one too many, or on an unknown lead, and stores nothing", async () => {
    for (const text of ["", " \n\u200b", "x".repeat(LIMITS.comment.textLength + 1), 5, null]) {
      const answer = await winnow.call("POST /api/leads/{id}/comments", { id: leadId, body: { text } });
      expect(answer.json()).toMatchObject({ status: 422, errors: [{ field: "text" }] });
    }
    expect(await listed()).toEqual([]);
    for (const id of ["999", "none"]) {
      expect((await winnow.call("GET /api/leads/{id}/comments", { id })).statusCode).toBe(404);
      expect((await winnow.call("POST /api/leads/{id}/comments", { id, body: { text: "Hi" } })).statusCode).toBe(404);
      expect((await winnow.call("DELETE /api/leads/{id}/comments/{commentId}", which(id))).statusCode).toBe(404);
    }
    for (let count = 0; count < LIMITS.comment.perLead; count += 1) await add(winnow, "Hi");
    const tooMany = await winnow.call("POST /api/leads/{id}/comments", { id: leadId, body: { text: "Hi" } });
    expect(tooMany.json()).toMatchObject({ status: 409, type: expect.stringContaining("too_many_comments") });
  });
});
