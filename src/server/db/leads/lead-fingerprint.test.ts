import { expect, test } from "vitest";
import type { FieldOrigin } from "#shared/lead-record.ts";
import { rowOfLead } from "#server/db/leads/lead-columns.ts";
import { fingerprintOf, fingerprintOfRow } from "#server/db/leads/lead-fingerprint.ts";
import { sampleLead } from "#test/sample-lead.ts";

test("stays compatible with earlier versions, so that their imports can still be undone", () => {
  expect(fingerprintOf(sampleLead())).toBe("FfVY05_PoJcshWzt");
  expect(fingerprintOfRow(rowOfLead(sampleLead()), sampleLead())).toBe("FfVY05_PoJcshWzt");
  const origin: FieldOrigin = {
    source: "file",
    sourceName: "leads.csv",
    locator: "leads.csv, row 7",
    method: "column",
    at: "2026-03-01T09:00:00.000Z",
    sourceId: null,
    rowKey: "file:1",
  };
  const imported = sampleLead({ provenance: { name: origin, email: { ...origin, method: "derived" } } });
  expect(fingerprintOf(imported)).toBe("ZG3RypZHMWi5jnX7");
  expect(fingerprintOfRow(rowOfLead(imported), imported)).toBe("ZG3RypZHMWi5jnX7");
});
