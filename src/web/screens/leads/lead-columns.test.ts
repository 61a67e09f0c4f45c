import { expect, it } from "vitest";
import { LEAD_SORTS } from "#shared/contract/lead.ts";
import { leadColumns, nextSort, SORT_OPTIONS } from "#web/screens/leads/lead-columns.ts";

it.each([
  ["-createdAt", "name", "name"],
  ["name", "name", "-name"],
  ["-name", "name", "name"],
  ["name", "company", "company"],
  ["name", "score", "-score"],
  ["-score", "score", "score"],
  ["score", "score", "-score"],
  ["-score", "createdAt", "-createdAt"],
  ["-createdAt", "createdAt", "createdAt"],
] as const)("sorted by %s, a press on %s sorts by %s", (sort, field, next) => {
  expect(nextSort(sort, field)).toBe(next);
});

it("says of one column how it is sorted, of the others that they can be, and nothing of the rest", () => {
  const sorted = Object.values(leadColumns("-score", () => undefined)).map((column) => [column.title, column.sorted]);
  expect(sorted).toEqual([
    ["Lead", "none"],
    ["Company", "none"],
    ["Score", "descending"],
    ["Status", undefined],
    ["Keywords", undefined],
    ["Date", "none"],
    ["Actions", undefined],
  ]);
});

it("offers every order in words", () => {
  expect(SORT_OPTIONS.map(({ value }) => value).toSorted()).toEqual([...LEAD_SORTS].toSorted());
});
