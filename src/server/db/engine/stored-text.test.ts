import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromStored, jsonFromStored, toStored } from "#server/db/engine/stored-text.ts";
import { addLeads, ENGINES, newLead, openTestStore } from "#test/stores.ts";

/** Any sequence of code units, with those that databases can't store as likely as letters. */
const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom("\0", "\ud800", "\udfff", "\ufdd0", "\ufdd00000", "😀", '"', "\\", "\n", "é", "%", "0"),
      fc.string({ minLength: 1, maxLength: 1, unit: "binary" }),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(""));

describe("stored text", () => {
  it("is restored exactly, and fits into both databases", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const stored = toStored(text);
        expect(stored.isWellFormed()).toBe(true);
        expect(stored).not.toContain("\0");
        expect(fromStored(stored)).toBe(text);
        expect(JSON.parse(jsonFromStored(JSON.stringify(stored)))).toBe(text);
      }),
    );
  });

  it("drops an escape that was cut short", () => {
    expect(jsonFromStored(JSON.stringify(toStored("ab\0").slice(0, -2)))).toBe('"ab"');
  });

  it.each(ENGINES)("is restored from %s in every way", async (engine) => {
    const store = await openTestStore(engine);
    await fc.assert(
      fc.asyncProperty(anyText, anyText, async (notes, other) => {
        const lead = newLead({
          name: other,
          notes,
          rawData: { [other]: notes },
          keywords: [other],
          sourceData: { other },
        });
        const [id = ""] = await addLeads(store, [lead]);
        const { name, rawData, keywords, sourceData } = lead;
        const whole = { name, notes, rawData, keywords, sourceData };
        expect(await store.leads.get(id)).toMatchObject(whole);
        expect(JSON.parse((await store.leads.json(id)) ?? "")).toMatchObject(whole);
        const page = await store.leads.list({ sort: "-createdAt", limit: 1, view: "full" });
        expect(JSON.parse(page.json)).toMatchObject([whole]);
        for await (const rows of store.leads.streamColumns({}, ["name", "notes", "keywords"])) {
          expect(rows[0]).toEqual([name, notes, other]);
          break;
        }
        const change = await store.leads.setStatus({
          id,
          status: "approved",
          by: other,
          at: "2026-05-01T10:00:00.000Z",
        });
        expect(JSON.parse(change?.json ?? "")).toMatchObject(whole);
        const [act] = await store.journal.ofLead(id, 1);
        expect(act).toMatchObject({ by: other, title: `${other || "Unnamed lead"} approved` });
      }),
      { numRuns: 40 },
    );
  });
});
