import { expect, it } from "vitest";
import { LEAD_SORTS } from "#shared/contract/leads/lead.ts";
import { COLUMN_IDS } from "#web/screens/leads/columns/column-choice.ts";
import {
  columnKind,
  nextSort,
  SORT_OPTIONS,
  sortingOf,
  sortOptionsFor,
} from "#web/screens/leads/columns/lead-columns.ts";

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
] as const)("when sorted by %s, a click on %s sorts by %s", (sort, field, next) => {
  expect(nextSort(sort, field)).toBe(next);
});

it("marks the sorted column, the sortable ones, and no others", () => {
  const sorted = COLUMN_IDS.map((id) => [columnKind(id).title, sortingOf(id, "-score", () => undefined).sorted]);
  expect(Object.fromEntries(sorted)).toMatchObject({
    Lead: "none",
    Email: "none",
    Phone: undefined,
    Company: "none",
    Score: "descending",
    Status: "none",
    Owner: "none",
    Keywords: "none",
    Source: "none",
    Missing: undefined,
    Date: "none",
    Actions: undefined,
  });
});

it("sorts by custom fields, numbers and dates descending first", () => {
  expect(nextSort("name", "fields.budget", "number")).toBe("-fields.budget");
  expect(nextSort("name", "fields.note", "text")).toBe("fields.note");
  const budget = { key: "budget", name: "Budget", kind: "number" } as const;
  expect(columnKind("field:budget", budget).title).toBe("Budget");
  expect(sortingOf("field:budget", "-fields.budget", () => undefined, budget).sorted).toBe("descending");
  expect(sortOptionsFor(false, [budget]).slice(-2)).toEqual([
    { value: "fields.budget", label: "Budget, lowest first" },
    { value: "-fields.budget", label: "Budget, highest first" },
  ]);
});

it("labels every sort order", () => {
  expect(SORT_OPTIONS.map(({ value }) => value).toSorted()).toEqual([...LEAD_SORTS].toSorted());
});
