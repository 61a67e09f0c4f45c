import { describe, expect, it } from "vitest";
import { addLeads, ENGINES, newLead, openTestStore } from "#test/stores.ts";
import type { LeadRecord } from "#shared/lead-record.ts";

const MEGABYTE = 1_000_000;

/** Leads with about a megabyte of text each, or with little. */
function leads(count: number, isWide: boolean): LeadRecord[] {
  const rawData = isWide ? [{ text: "x".repeat(MEGABYTE) }] : null;
  return Array.from({ length: count }, () => newLead({ rawData }));
}

describe.each(ENGINES)("chunks on %s", (engine) => {
  it("have few rows where these are wide, and many again where they aren't", async () => {
    const store = await openTestStore(engine);
    await addLeads(store, leads(1_000, false));
    await addLeads(store, leads(60, true));
    const sizes: number[] = [];
    for await (const chunk of store.leads.streamColumns({}, ["rawData"])) sizes.push(chunk.length);
    expect(sizes.reduce((sum, size) => sum + size)).toBe(1_060);
    expect(sizes.slice(1, 9)).toEqual(Array.from({ length: 8 }, () => 1));
    expect(Math.max(...sizes)).toBe(500);
  });

  it("end a page of wide leads early, and the cursor continues from there", async () => {
    const store = await openTestStore(engine);
    const ids = await addLeads(store, leads(60, true));
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await store.leads.list({ sort: "-createdAt", limit: 500, view: "full", cursor });
      expect(page.length).toBeLessThanOrEqual(50);
      expect(page.length).toBeGreaterThan(0);
      seen.push(...(JSON.parse(page.json) as { id: string }[]).map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(ids.toReversed());
  });
});
