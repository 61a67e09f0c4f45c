import { describe, expect, it } from "vitest";
import { ENGINES, openTestStore } from "#test/stores.ts";
describe.each(ENGINES)("%s", (engine) => {
  it("opens", async () => {
    const store = await openTestStore(engine);
    await store.ping();
    expect(await store.leads.totals()).toEqual({ pending: 0, qualified: 0, approved: 0, rejected: 0 });
    const rule = await store.rules.create({
      name: "a\0b",
      keywords: ["x"],
      scoreWeight: 10,
      isActive: true,
      createdAt: "2026-01-01T00:00:00.000Z",
    });
    expect(await store.rules.update(rule.id, { isActive: false })).toEqual({ ...rule, isActive: false });
    expect(await store.leads.list({ sort: "-createdAt", limit: 10, view: "row", search: "abc" })).toEqual({
      json: "[]",
      nextCursor: null,
    });
  });
});
