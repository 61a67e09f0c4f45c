import { expect, test } from "vitest";
import { rowOfLead } from "#server/db/leads/lead-columns.ts";
import { fingerprintOf, fingerprintOfRow } from "#server/db/leads/lead-fingerprint.ts";
import { sampleLead } from "#test/sample-lead.ts";

test("stays compatible with earlier versions, so that their imports can still be undone", () => {
  expect(fingerprintOf(sampleLead())).toBe("FfVY05_PoJcshWzt");
  expect(fingerprintOfRow(rowOfLead(sampleLead()))).toBe("FfVY05_PoJcshWzt");
});
