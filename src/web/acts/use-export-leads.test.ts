import { expect, it } from "vitest";
import { exportFileName } from "#web/acts/use-export-leads.ts";

it("dates the file by the reader's calendar", () => {
  expect(exportFileName("leads-all", new Date(2026, 0, 5, 23, 59))).toBe("leads-all-2026-01-05.csv");
});
