import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { LeadSort } from "#shared/contract/leads/lead.ts";
import { openWinnow, type TestWinnow } from "#test/harness.ts";
import { ENGINES } from "#test/stores.ts";

describe.each(ENGINES)("the list by custom fields on %s", (engine) => {
  let winnow: TestWinnow;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    winnow = await openWinnow(engine);
    await winnow.ok("POST /api/lead-fields", { body: { name: "Budget", kind: "number" } });
    await winnow.ok("POST /api/lead-fields", { body: { name: "Renewal", kind: "date" } });
    await winnow.ok("POST /api/lead-fields", { body: { name: "Note", kind: "text" } });
    await winnow.ok("POST /api/lead-fields", { body: { name: "Tiers", kind: "choices", options: ["Gold", "Silver"] } });
    for (const [name, fields] of [
      ["ann", { budget: 20, renewal: "2026-05-01", tiers: ["Gold"] }],
      ["bob", { budget: 100, note: "Émile, 50%" }],
      ["cid", { budget: -3, renewal: "2025-01-01", tiers: ["Gold", "Silver"], note: "emil" }],
      ["dan", {}],
    ] as const) {
      const { id } = await winnow.ok("POST /api/leads", { body: { name, email: `${name}@list.example` } });
      ids[name] = id;
      await winnow.ok("PATCH /api/leads/{id}", { id, body: { fields: { ...fields } } });
    }
  });
  afterAll(() => winnow.close());

  async function found(fields: string, sort: LeadSort = "name"): Promise<string> {
    const leads = await winnow.ok("GET /api/leads", { query: { fields, sort, view: "row" } });
    return leads.map(({ name }) => name).join(" ");
  }
  const undo = (id: unknown): Promise<unknown> => winnow.ok("POST /api/journal/{id}/undo", { id: String(id) });

  test("sorts by values, with leads without one last in either direction", async () => {
    expect(await found("", "fields.budget")).toBe("cid ann bob dan");
    expect(await found("", "-fields.budget")).toBe("bob ann cid dan");
    expect(await found("", "fields.renewal")).toBe("cid ann bob dan");
    const pages: string[] = [];
    for (let next: string | undefined = "/api/leads?sort=-fields.tiers&limit=1&view=row"; next !== undefined;) {
      const answer: Awaited<ReturnType<typeof winnow.app.inject>> = await winnow.app.inject({ url: next });
      pages.push(...answer.json<{ name: string }[]>().map(({ name }) => name));
      next = /<(?<url>[^>]+)>/u.exec(String(answer.headers["link"] ?? ""))?.groups?.["url"];
    }
    expect(pages.join(" ")).toBe("cid ann dan bob");
  });

  test("filters by ranges, options, texts, and missing values", async () => {
    expect(await found("budget:min:0,budget:max:99.5")).toBe("ann");
    expect(await found("renewal:min:2026-01-01")).toBe("ann");
    expect(await found("tiers:is:silver")).toBe("cid");
    expect(await found("tiers:is:Gold,tiers:is:Silver,budget:filled")).toBe("ann cid");
    expect(await found("note:contains:EMIL")).toBe("bob cid");
    expect(await found("note:contains:%2C 50%25")).toBe("bob");
    expect(await found("note:is:Emil")).toBe("cid");
    expect(await found("budget:empty")).toBe("dan");
    const csv = await winnow.app.inject({
      url: "/api/leads/export?status=all&sort=fields.budget&fields=budget:filled",
    });
    expect(csv.body.split("\r\n").flatMap((line) => /(\w+)@list/u.exec(line)?.[1] ?? [])).toEqual([
      "cid",
      "ann",
      "bob",
    ]);
  });

  test("selects leads of a bulk action", async () => {
    const selection = { filter: { status: "all" as const, fields: "budget:min:100" } };
    const { changed } = await winnow.ok("POST /api/leads/bulk-status", { body: { selection, status: "approved" } });
    expect(changed).toBe(1);
  });

  test("refuses conditions that make no sense", async () => {
    for (const [query, status, field] of [
      [{ fields: "size:min:1" }, 422, "fields"],
      [{ fields: "budget:min:few" }, 422, "fields"],
      [{ fields: "note:min:1" }, 422, "fields"],
      [{ fields: "budget" }, 400, "fields"],
      [{ fields: Array.from({ length: 21 }, () => "budget:filled").join(",") }, 400, "fields"],
      [{ sort: "fields.size" }, 422, "sort"],
      [{ sort: "fields." }, 400, "sort"],
    ] as const) {
      const answer = await winnow.app.inject({ url: `/api/leads?${new URLSearchParams(query).toString()}` });
      expect([query, answer.statusCode, answer.json()]).toMatchObject([query, status, { errors: [{ field }] }]);
    }
    const other = await winnow.app.inject({ url: "/api/leads?sort=fields.budget&limit=1" });
    const next = /<(?<url>[^>]+)>/u.exec(String(other.headers["link"]))?.groups?.["url"] ?? "";
    const answer = await winnow.app.inject({ url: next.replace("sort=fields.budget", "sort=fields.renewal") });
    expect(answer.json()).toMatchObject({ status: 422, errors: [{ field: "cursor" }] });
  });

  test("follows edits, merges, deletions and their undo", async () => {
    const [ann = "", dan = ""] = [ids["ann"], ids["dan"]];
    const edit = await winnow.call("PATCH /api/leads/{id}", { id: ann, body: { fields: { budget: 7, tiers: null } } });
    expect(await found("budget:is:7")).toBe("ann");
    expect(await found("tiers:filled")).toBe("cid");
    await undo(edit.headers["x-act-id"]);
    expect(await found("budget:is:20,tiers:is:Gold")).toBe("ann");
    const merged = await winnow.ok("POST /api/leads/{id}/merge", { id: dan, body: { otherId: ann } });
    expect(await found("budget:is:20,tiers:is:Gold")).toBe("dan");
    await undo(merged.actId);
    expect(await found("budget:is:20,tiers:is:Gold")).toBe("ann");
    const deleted = await winnow.call("DELETE /api/leads/{id}", { id: ann });
    expect(await found("budget:is:20")).toBe("");
    await undo(deleted.headers["x-act-id"]);
    expect(await found("budget:is:20,tiers:is:Gold")).toBe("ann");
  });

  test("forgets the values of an erased person", async () => {
    await winnow.ok("DELETE /api/people/{email}", { params: { email: "cid@list.example" } });
    expect(await found("budget:filled", "fields.budget")).toBe("ann bob");
  });
});
