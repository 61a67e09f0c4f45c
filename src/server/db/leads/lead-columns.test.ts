import { expect, test } from "vitest";
import type { StoredLead } from "#shared/lead-record.ts";
import { changedSince, rowOfLead } from "#server/db/leads/lead-columns.ts";
import { sampleLead } from "#test/sample-lead.ts";

test("a lead journaled before a field was added has it empty", () => {
  const { industry: _, ...kept } = sampleLead();
  // Read from JSON, so nothing has checked that every field exists.
  const lead = kept as StoredLead;
  expect(rowOfLead(lead)["industry"]).toBe("");
  expect(changedSince(sampleLead({ industry: "" }), lead)).toEqual([]);
  expect(changedSince(sampleLead(), { ...lead, industry: undefined as unknown as string })).toEqual(["industry"]);
});
