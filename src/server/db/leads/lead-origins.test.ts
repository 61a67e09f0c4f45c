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
const EDIT: FieldOrigin = { source: "manual", sourceName: "", locator: "", method: "edited", at: ROW.at };

test.each<LeadRecord["provenance"]>([
  {},
  { name: ROW, email: { ...ROW }, title: { ...ROW, method: "derived" }, notes: { ...ROW, isChosen: true } },
  { phone: { ...ROW, isChosen: true }, name: ROW, email: EDIT, company: ROW, title: { ...EDIT, at: "2026-03-02" } },
])("reads the origins of fields as they were stored: %j", (provenance) => {
  const read = originsOfRow({ origins: storedOrigins(provenance), provenance: "{}" });
  expect(JSON.stringify(read)).toBe(JSON.stringify(provenance));
});

test("stores an origin shared by several fields once", () => {
  expect(storedOrigins({ name: ROW, email: { ...ROW }, notes: { ...ROW } })?.split("leads.csv, row 7")).toHaveLength(2);
});

test("reads origins that an earlier version stored or changed", () => {
  const provenance = { name: EDIT };
  expect(originsOfRow({ origins: null, provenance: JSON.stringify(provenance) })).toEqual(provenance);
  const origins = storedOrigins({ name: ROW, email: ROW });
  expect(originsOfRow({ origins, provenance: JSON.stringify(provenance) })).toEqual({ name: EDIT, email: ROW });
});
