import { expect, it } from "vitest";
import { LEAD_SORTS } from "#shared/contract/lead.ts";
import { COLUMN_IDS } from "#web/screens/leads/columns/column-choice.ts";
import { columnKind, nextSort, SORT_OPTIONS, sortingOf } from "#web/screens/leads/columns/lead-columns.ts";

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
  ["name", "status", "status"],
  ["name", "keywords", "-keywords"],
] as const)("sorted by %s, a press on %s sorts by %s", (sort, field, next) => {
  expect(nextSort(sort, field)).toBe(next);
});

it("says of one column how it is sorted, of the others that they can be, and nothing of the rest", () => {
  const sorted = COLUMN_IDS.map((id) => [columnKind(id).title, sortingOf(id, "-score", () => undefined).sorted]);
  expect(sorted).toEqual([
    ["Lead", "none"],
    ["Email", "none"],
    ["Phone", undefined],
    ["Company", "none"],
    ["Score", "descending"],
    ["Status", "none"],
    ["Keywords", "none"],
    ["Source", "none"],
    ["Missing", undefined],
    ["Date", "none"],
    ["Actions", undefined],
  ]);
});

it("offers every order in words", () => {
  expect(SORT_OPTIONS.map(({ value }) => value).toSorted()).toEqual([...LEAD_SORTS].toSorted());
});
