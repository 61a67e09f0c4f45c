import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openWinnow, type TestWinnow } from "#test/harness.ts";
import { ENGINES } from "#test/stores.ts";

describe.each(ENGINES)("leads by a choice field on %s", (engine) => {
  let winnow: TestWinnow;
  const ids: Record<string, string> = {};
  let segment: { id: string };
  beforeAll(async () => {
    winnow = await openWinnow(engine);
    await winnow.ok("POST /api/rules", { body: { name: "Intent", keywords: ["pricing"], scoreWeight: 20 } });
    await winnow.ok("POST /api/lead-fields", { body: { name: "Budget", kind: "number" } });
    segment = await winnow.ok("POST /api/lead-fields", {
      body: { name: "Segment", kind: "choice", options: ["Large", "Émile", "Small"] },
    });
    for (const [name, value] of [
      ["ann", "Small"],
      ["bob", "Émile"],
      ["cid", "small"],
      ["dan", null],
      ["eve", null],
    ] as const) {
      const body = { name, email: `${name}@totals.example`, notes: name === "bob" ? "" : "pricing" };
      const { id } = await winnow.ok("POST /api/leads", { body });
      ids[name] = id;
      await winnow.ok("PATCH /api/leads/{id}", { id, body: { fields: { segment: value } } });
    }
  });
  afterAll(() => winnow.close());

  const totals = async (query: { search?: string; status?: "pending"; fields?: string } = {}) => {
    const all = await winnow.ok("GET /api/leads/field-totals", { query: { field: "segment", ...query } });
    return all.map(({ value, count, scoreSum }) => `${value} ${count} ${scoreSum}`);
  };

  test("counts each option in order, and leads without a value", async () => {
    expect(await totals()).toEqual(["Large 0 0", "Émile 1 0", "Small 2 40", "null 2 40"]);
    expect(await totals({ search: "ann" })).toEqual(["Large 0 0", "Émile 0 0", "Small 1 20", "null 0 0"]);
    expect(await totals({ fields: "segment:filled", status: "pending" })).toEqual([
      "Large 0 0",
      "Émile 1 0",
      "Small 2 40",
      "null 0 0",
    ]);
  });

  test("follows moves and their undo, and keeps values whose option was removed", async () => {
    const id = ids["dan"] ?? "";
    const moved = await winnow.call("PATCH /api/leads/{id}", { id, body: { fields: { segment: "Large" } } });
    expect(await totals()).toEqual(["Large 1 20", "Émile 1 0", "Small 2 40", "null 1 20"]);
    await winnow.ok("POST /api/journal/{id}/undo", { id: String(moved.headers["x-act-id"]) });
    expect(await totals()).toEqual(["Large 0 0", "Émile 1 0", "Small 2 40", "null 2 40"]);
    await winnow.ok("PATCH /api/lead-fields/{id}", { id: segment.id, body: { options: ["Small", "Large"] } });
    expect(await totals()).toEqual(["Small 2 40", "Large 0 0", "Émile 1 0", "null 2 40"]);
    const removed = await winnow.ok("GET /api/leads", { query: { fields: "segment:is:Émile" } });
    expect(removed.map(({ name }) => name)).toEqual(["bob"]);
  });

  test("refuses fields without options, and unknown ones", async () => {
    for (const [field, detail] of [
      ["budget", "Budget isn't a choice."],
      ["size", "There is no field size."],
    ] as const) {
      const answer = await winnow.call("GET /api/leads/field-totals", { query: { field } });
      expect(answer.json()).toMatchObject({ status: 422, errors: [{ field: "field", message: detail }] });
    }
  });
});
