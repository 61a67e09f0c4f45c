import { expect, test } from "vitest";
import type { FieldOrigin, LeadRecord } from "#shared/lead-record.ts";
import { originsOfRow, storedOrigins } from "#server/db/leads/lead-origins.ts";

const ROW: FieldOrigin = {
  source: "file",
  sourceName: "leads.csv",
  locator: "leads.csv, row 7",
  method: "column",
  at: "2026-03-01T09:00:00.000Z",
  sourceId: null,
  rowKey: "file:1",
};
/** The row as it is in the lead's raw data. */
const RAW = {
  source: "file",
  sourceId: null,
  sourceName: "leads.csv",
  rowKey: "file:1",
  contentHash: "1",
  locator: ROW.locator,
  raw: { Name: "Ann" },
};
const EDIT: FieldOrigin = { source: "manual", sourceName: "", locator: "", method: "edited", at: ROW.at };

test.each<LeadRecord["provenance"]>([
  {},
  { name: ROW, email: { ...ROW }, title: { ...ROW, method: "derived" }, notes: { ...ROW, isChosen: true } },
  { phone: { ...ROW, isChosen: true }, name: ROW, email: EDIT, company: ROW, title: { ...EDIT, at: "2026-03-02" } },
])("reads the origins of fields as they were stored: %j", (provenance) => {
  for (const rawData of [
    [],
    [RAW],
    [{ ...RAW, rowKey: "file:2" }, RAW],
    [{ ...RAW, locator: "leads.csv, row 8" }],
    null,
  ]) {
    const origins = storedOrigins({ provenance, rawData });
    const read = originsOfRow({ origins, provenance: "{}", rawData });
    expect(JSON.stringify(read)).toBe(JSON.stringify(provenance));
  }
});

test("stores an origin shared by several fields once, and what the raw data says not at all", () => {
  const provenance = { name: ROW, email: { ...ROW }, notes: { ...ROW } };
  expect(storedOrigins({ provenance, rawData: [] })?.split("leads.csv, row 7")).toHaveLength(2);
  expect(storedOrigins({ provenance, rawData: [RAW] })).toBe(
    JSON.stringify([[0, "column", ROW.at], "name", "email", "notes"]),
  );
});

test("reads origins that an earlier version stored or changed", () => {
  const provenance = { name: EDIT };
  expect(originsOfRow({ origins: null, provenance: JSON.stringify(provenance), rawData: [] })).toEqual(provenance);
  const origins = storedOrigins({ provenance: { name: ROW, email: ROW }, rawData: [] });
  expect(originsOfRow({ origins, provenance: JSON.stringify(provenance), rawData: [RAW] })).toEqual({
    name: EDIT,
    email: ROW,
  });
});
