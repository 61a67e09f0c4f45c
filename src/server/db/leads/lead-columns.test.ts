import { expect, test } from "vitest";
import type { FieldOrigin, StoredLead } from "#shared/lead-record.ts";
import { changedFields, changedSince, leadOfRow, rowOfFields, rowOfLead } from "#server/db/leads/lead-columns.ts";
import { sampleLead } from "#test/sample-lead.ts";

test("a lead journaled before a field was added has it empty", () => {
  const { industry: _, ...kept } = sampleLead();
  // Read from JSON, so nothing has checked that every field exists.
  const lead = kept as StoredLead;
  expect(rowOfLead(lead)["industry"]).toBe("");
  expect(changedSince(sampleLead({ industry: "" }), lead)).toEqual([]);
  expect(changedSince(sampleLead(), { ...lead, industry: undefined as unknown as string })).toEqual(["industry"]);
});

test("an origin stays when the row that it refers to moves, changes its key or goes", () => {
  const row = {
    source: "file",
    sourceId: null,
    sourceName: "leads.csv",
    rowKey: "7",
    contentHash: "a",
    locator: "row 7",
  };
  const { contentHash: _, ...place } = row;
  const origin = (of: typeof place): FieldOrigin => {
    const { source, sourceName, locator, sourceId, rowKey } = of;
    return { source, sourceName, locator, method: "column", at: "2026-03-01T09:00:00.000Z", sourceId, rowKey };
  };
  const before = sampleLead({ provenance: { name: origin(place), email: origin(place) }, rawData: [row] });
  const moved = { ...row, locator: "row 8" };
  for (const [after, fields] of [
    [{ ...before, rawData: [moved] }, ["rawData"]],
    [{ ...before, rawData: [{ ...row, rowKey: "8" }, row] }, ["rawData"]],
    [{ ...before, rawData: [] }, ["rawData"]],
    [
      { ...before, rawData: [moved], provenance: { name: origin(moved), email: origin(place) } },
      ["rawData", "provenance"],
    ],
  ] as const) {
    const changed = changedFields(before, after);
    expect(changed).toEqual(fields);
    const written = leadOfRow({ ...rowOfLead(before), revision: 1, ...rowOfFields(after, changed) });
    expect(written.provenance).toEqual(after.provenance);
    expect(leadOfRow({ ...rowOfLead(after), revision: 1 }).provenance).toEqual(after.provenance);
  }
});
