import { expect, it } from "vitest";
import type { Origin } from "#shared/contract/leads/lead.ts";
import { originWords } from "#web/screens/leads/sheet/origin-words.ts";

const by = (method: Origin["method"], more: Partial<Origin> & { column?: string } = {}) =>
  originWords({ source: "manual", sourceName: "Added by hand", locator: "", method, at: "", ...more });

it.each([
  [by("typed", { locator: "ann@acme.example" }), "Entered by ann@acme.example"],
  [by("typed", { locator: "You" }), "Entered by you"],
  [by("typed"), "Entered by hand"],
  [by("edited", { locator: "ann@acme.example" }), "Edited by hand"],
  [
    by("column", { source: "csv", sourceName: "Trade fair", locator: "row 7", column: "Phone" }),
    "Column Phone, row 7 of Trade fair",
  ],
])("describes %j", (words, expected) => {
  expect(words).toBe(expected);
});
