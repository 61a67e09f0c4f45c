import { expect, it } from "vitest";
import { exportFileName, exportLabel } from "#web/actions/use-export-leads.ts";

it.each([
  [exportLabel({ count: 484, exact: true }, "qualified"), "Export 484 qualified leads"],
  [exportLabel({ count: 1_579, exact: true }, "", "all"), "Export all 1,579 leads"],
  [exportLabel({ count: 10_000, exact: false }, "matching", "all"), "Export all 10,000+ matching leads"],
  [exportLabel({ count: 1, exact: true }, "pending"), "Export 1 pending lead"],
  [exportLabel(undefined, "qualified"), "Export qualified leads"],
])("labels an export %j", (label, words) => {
  expect(label).toBe(words);
});

it("dates the file by the local calendar", () => {
  expect(exportFileName("leads-all", new Date(2026, 0, 5, 23, 59))).toBe("leads-all-2026-01-05.csv");
});
