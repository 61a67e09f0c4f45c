import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LIMITS } from "#shared/limits.ts";
import { type Browser, freshWinnow, openWinnow, type TestWinnow } from "#test/harness.ts";
import { ADA, BOB } from "#test/http/account-examples.ts";
import { oneEngine } from "#test/stores.ts";

describe.each(oneEngine("sqlite"))("saved views on %s", (engine) => {
  let winnow: TestWinnow;
  beforeAll(async () => {
    winnow = await openWinnow(engine);
  });
  afterAll(() => winnow.close());

  test("keep the order in which they were saved, and can be changed and deleted", async () => {
    expect(await winnow.ok("GET /api/lead-views")).toEqual([]);
    const hot = await winnow.ok("POST /api/lead-views", { body: { name: "  Hot ", query: "minScore=60&sort=-score" } });
    const all = await winnow.ok("POST /api/lead-views", { body: { name: "Alle Größen – 全部", query: "" } });
    expect(hot).toMatchObject({ name: "Hot", query: "minScore=60&sort=-score" });
    expect(await winnow.ok("GET /api/lead-views")).toEqual([hot, all]);

    const renamed = await winnow.ok("PATCH /api/lead-views/{id}", { id: hot.id, body: { name: "Very hot" } });
    expect(renamed).toEqual({ ...hot, name: "Very hot", version: renamed.version });
    const replaced = await winnow.ok("PATCH /api/lead-views/{id}", { id: hot.id, body: { query: "minScore=90" } });
    expect(replaced).toEqual({ ...renamed, query: "minScore=90", version: replaced.version });
    expect(await winnow.ok("PATCH /api/lead-views/{id}", { id: hot.id, body: {} })).toEqual(replaced);

    await winnow.ok("DELETE /api/lead-views/{id}", { id: all.id });
    expect(await winnow.ok("GET /api/lead-views")).toEqual([replaced]);
    for (const key of ["PATCH /api/lead-views/{id}", "DELETE /api/lead-views/{id}"] as const) {
      for (const id of [all.id, "nobody"]) {
        const answer = await winnow.call(key, { id, body: {} });
        expect(answer.statusCode).toBe(404);
        expect(answer.json()).toMatchObject({ detail: "No such view. It may have been deleted." });
      }
    }
  });

  test.each([
    ["no name", { name: " ", query: "" }, "name", "Name is required"],
    ["a name of nothing visible", { name: "\u200b", query: "" }, "name", "Name is required"],
    ["no name at all", { query: "" }, "name", "Required"],
    ["a long name", { name: "n".repeat(81), query: "" }, "name", "At most 80 characters"],
    ["a long query", { name: "Hot", query: "q".repeat(12_001) }, "query", "At most 12,000 characters"],
  ])("reject %s", async (_, body, field, message) => {
    const answer = await winnow.call("POST /api/lead-views", { body });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ errors: [{ field, message: expect.stringContaining(message) as string }] });
  });

  test("are synced to every page, and limited in number", async () => {
    const fresh = await freshWinnow(engine);
    const announced: string[][] = [];
    fresh.workspace.feed.onStale((topics) => announced.push([...topics]));
    const save = (): Promise<unknown> => fresh.ok("POST /api/lead-views", { body: { name: "Same name", query: "" } });
    for (let saved = 0; saved < LIMITS.savedView.views; saved += 1) await save();
    const refused = await fresh.call("POST /api/lead-views", { body: { name: "One more", query: "" } });
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({
      detail: "You can save up to 100 views. Delete one first.",
    });
    const [first] = await fresh.ok("GET /api/lead-views");
    announced.length = 0;
    await fresh.ok("DELETE /api/lead-views/{id}", { id: first?.id ?? "" });
    expect(announced).toContainEqual(["lead-views", "activity"]);
    announced.length = 0;
    await save();
    expect(announced).toContainEqual(["lead-views", "activity"]);
  });

  test("move in front of another or to the end, without an entry in the history", async () => {
    const fresh = await freshWinnow(engine);
    const announced: string[][] = [];
    const ids: string[] = [];
    for (const name of ["A", "B", "C"]) {
      ids.push((await fresh.ok("POST /api/lead-views", { body: { name, query: "" } })).id);
    }
    const [a, b, c] = ids as [string, string, string];
    fresh.workspace.feed.onStale((topics) => announced.push([...topics]));
    const move = async (id: string, before: string | null): Promise<string> => {
      const answer = await fresh.call("PATCH /api/lead-views/{id}", { id, body: { before } });
      expect([answer.statusCode, answer.headers["x-act-id"]]).toEqual([200, undefined]);
      return (await fresh.ok("GET /api/lead-views")).map(({ name }) => name).join("");
    };
    expect(await move(c, a)).toBe("CAB");
    expect(announced).toContainEqual(["lead-views"]);
    expect(announced).not.toContainEqual(["lead-views", "activity"]);
    expect(await move(c, b)).toBe("ACB");
    expect(await move(a, null)).toBe("CBA");
    expect(await move(a, a)).toBe("CBA");
    // Deleted in the meantime.
    expect(await move(c, "999")).toBe("BAC");
    await fresh.ok("POST /api/lead-views", { body: { name: "D", query: "" } });
    expect(await move(b, null)).toBe("ACDB");
  });
});

test("personal views need an account", async () => {
  const winnow = await freshWinnow("sqlite");
  const view = await winnow.ok("POST /api/lead-views", { body: { name: "Ours", query: "" } });
  expect(view).toMatchObject({ isShared: true, mayChange: true, mayHide: false });
  const body = { name: "Mine", query: "", isShared: false };
  for (const refused of [
    await winnow.call("POST /api/lead-views", { body }),
    await winnow.call("PATCH /api/lead-views/{id}", { id: view.id, body }),
  ]) {
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ detail: "Personal views need an account. Create one under Account first." });
  }
});

describe.each(oneEngine("sqlite"))("personal views on %s", (engine) => {
  let ada: TestWinnow;
  let bob: Browser;
  let bobId: string;
  beforeAll(async () => {
    ada = await openWinnow(engine);
    await ada.ok("POST /api/lead-views", { body: { name: "Before accounts", query: "" } });
    await ada.ok("POST /api/session/first-owner", { body: ADA });
    bobId = (await ada.ok("POST /api/users", { body: { ...BOB, role: "member" } })).id;
    bob = ada.browser();
    await bob.ok("POST /api/session", { body: BOB });
  });
  afterAll(() => ada.close());

  const namesOf = async (browser: Browser): Promise<string[]> =>
    (await browser.ok("GET /api/lead-views")).map(({ name }) => name);

  test("exist for nobody but their creator", async () => {
    const answer = await bob.call("POST /api/lead-views", { body: { name: "Bob's", query: "", isShared: false } });
    const { id } = answer.json<{ id: string }>();
    expect(await namesOf(bob)).toContain("Bob's");
    expect(await namesOf(ada)).not.toContain("Bob's");
    for (const body of [{ name: "Ada's" }, { query: "q=1" }, { isShared: true }, { before: null }]) {
      expect((await ada.call("PATCH /api/lead-views/{id}", { id, body })).statusCode).toBe(404);
    }
    expect((await ada.call("DELETE /api/lead-views/{id}", { id })).statusCode).toBe(404);
    const { acts } = await ada.ok("GET /api/journal");
    expect(JSON.stringify(acts)).not.toContain("Bob's");
    expect(JSON.stringify(await ada.ok("GET /api/dashboard/activity"))).not.toContain("Bob's");
    expect(acts[0]).toMatchObject({ title: "Personal view saved", by: "Bob", undoable: false });
    expect((await bob.ok("GET /api/journal")).acts[0]).toMatchObject({ undoable: true });
    const actId = String(answer.headers["x-act-id"]);
    const undone = await ada.call("POST /api/journal/{id}/undo", { id: actId });
    expect(undone.statusCode).toBe(403);
    expect(undone.json()).toMatchObject({ detail: "Only the person who did this can undo it." });
    expect(await namesOf(bob)).toContain("Bob's");
    await bob.ok("POST /api/journal/{id}/undo", { id: actId });
    expect(await namesOf(bob)).not.toContain("Bob's");
  });

  test("can be shared and made personal again by their creator only", async () => {
    const { id } = await bob.ok("POST /api/lead-views", { body: { name: "Forms", query: "", isShared: false } });
    await bob.ok("PATCH /api/lead-views/{id}", { id, body: { isShared: true } });
    expect((await ada.ok("GET /api/lead-views")).find((view) => view.id === id)).toMatchObject({
      isShared: true,
      mayChange: true,
      mayHide: false,
    });
    const hidden = await ada.call("PATCH /api/lead-views/{id}", { id, body: { isShared: false } });
    expect(hidden.statusCode).toBe(403);
    expect(hidden.json()).toMatchObject({ detail: "Only its creator can make this view personal." });
    const renaming = await ada.call("PATCH /api/lead-views/{id}", { id, body: { name: "All forms" } });
    expect(renaming.statusCode).toBe(200);
    await bob.ok("PATCH /api/lead-views/{id}", { id, body: { isShared: false } });
    expect(await namesOf(ada)).not.toContain("All forms");
    // Undoing her own change would change his view.
    const undone = await ada.call("POST /api/journal/{id}/undo", { id: String(renaming.headers["x-act-id"]) });
    expect(undone.statusCode).toBe(403);
    expect(await namesOf(bob)).toContain("All forms");
  });

  test("shared ones change only for their creator and owners", async () => {
    const { id } = await ada.ok("POST /api/lead-views", { body: { name: "Ada's shared", query: "" } });
    const [old] = await bob.ok("GET /api/lead-views");
    expect(old).toMatchObject({ name: "Before accounts", isShared: true, mayChange: false, mayHide: false });
    for (const view of [id, old?.id ?? ""]) {
      for (const body of [{ name: "Bob's" }, { before: null }, { isShared: false }]) {
        const refused = await bob.call("PATCH /api/lead-views/{id}", { id: view, body });
        expect(refused.statusCode).toBe(403);
        expect(refused.json()).toMatchObject({
          detail: "Only its creator or an owner can change this view. Save a copy instead.",
        });
      }
      expect((await bob.call("DELETE /api/lead-views/{id}", { id: view })).statusCode).toBe(403);
    }
    const deleted = await ada.call("DELETE /api/lead-views/{id}", { id });
    const actId = String(deleted.headers["x-act-id"]);
    const undone = await bob.call("POST /api/journal/{id}/undo", { id: actId });
    expect(undone.json()).toMatchObject({ detail: "Only an owner can undo this." });
    await ada.ok("POST /api/journal/{id}/undo", { id: actId });
    expect(await namesOf(bob)).toContain("Ada's shared");
    // The person who makes a view without a creator personal becomes its creator.
    const taken = await ada.ok("PATCH /api/lead-views/{id}", { id: old?.id ?? "", body: { isShared: false } });
    expect(taken).toMatchObject({ isShared: false, mayChange: true });
    expect(await namesOf(bob)).not.toContain("Before accounts");
  });

  test("a token acts for its account, and as an owner only with that scope", async () => {
    const { id } = await bob.ok("POST /api/lead-views", { body: { name: "Bob's list", query: "" } });
    const own = await ada.ok("POST /api/lead-views", { body: { name: "Ada's own", query: "", isShared: false } });
    for (const [scopes, status] of [
      [["read", "work"], 403],
      [["read", "work", "manage"], 200],
    ] as const) {
      const { token } = await ada.ok("POST /api/tokens", {
        body: { name: "Script", scopes: [...scopes], password: ADA.password },
      });
      const headers = { authorization: `Bearer ${token}` };
      const script = ada.browser();
      const changed = await script.call("PATCH /api/lead-views/{id}", { id, body: { name: "Script's" }, headers });
      expect(changed.statusCode).toBe(status);
      const list = (await script.call("GET /api/lead-views", { headers })).json<{ id: string }[]>();
      expect(list.map((view) => view.id)).toContain(own.id);
    }
  });

  test("are counted per user, and go with their user's account", async () => {
    const save = (): ReturnType<Browser["call"]> =>
      bob.call("POST /api/lead-views", { body: { name: "Bob's many", query: "", isShared: false } });
    const known = (await bob.ok("GET /api/lead-views")).filter(({ isShared }) => !isShared).length;
    for (let saved = known; saved < LIMITS.savedView.views; saved += 1) expect((await save()).statusCode).toBe(201);
    expect((await save()).statusCode).toBe(409);
    const shared = await bob.ok("POST /api/lead-views", { body: { name: "Bob's legacy", query: "" } });
    const hidden = await bob.call("PATCH /api/lead-views/{id}", { id: shared.id, body: { isShared: false } });
    expect(hidden.statusCode).toBe(409);
    await ada.ok("POST /api/lead-views", { body: { name: "Ada's", query: "", isShared: false } });
    await ada.ok("DELETE /api/users/{id}", { id: bobId });
    const left = await ada.ok("GET /api/lead-views");
    expect(left.find(({ id }) => id === shared.id)).toMatchObject({ isShared: true, mayChange: true });
    expect(await ada.workspace.store.savedViews.list(bobId)).toEqual(await ada.workspace.store.savedViews.list("0"));
  });
});
