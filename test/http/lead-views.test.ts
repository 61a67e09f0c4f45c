import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LIMITS } from "#shared/limits.ts";
import { freshWinnow, openWinnow, type TestWinnow } from "#test/harness.ts";
import { ENGINES } from "#test/stores.ts";

describe.each(ENGINES)("saved views on %s", (engine) => {
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
    ["a long query", { name: "Hot", query: "q".repeat(2_001) }, "query", "<=2000 characters"],
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
});
