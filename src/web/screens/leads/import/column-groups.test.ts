import { expect, it } from "vitest";
import type { ColumnTarget } from "#shared/contract/leads/lead-import.ts";
import { columnGroups } from "#web/screens/leads/import/column-groups.ts";

/** Fifteen columns of other details. */
const columns = Array.from({ length: 15 }, (_, index) => ({ index, target: "fact" as ColumnTarget, samples: ["x"] }));
const numbers = (ones: readonly { index: number }[]): number[] => ones.map(({ index }) => index);

it("shows the first twelve columns, and recognized and chosen ones", () => {
  const recognized = columns.map((one) => (one.index === 14 ? { ...one, target: "email" as const } : one));
  const { first, rest } = columnGroups(recognized, new Set([12]));
  expect(numbers(first)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14]);
  expect(numbers(rest)).toEqual([13]);
});

it("puts columns that are never filled in last", () => {
  const { first, rest } = columnGroups(
    columns.map((one) => (one.index < 2 ? { ...one, samples: [] } : one)),
    new Set(),
  );
  expect(numbers(first)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
  expect(numbers(rest)).toEqual([14, 0, 1]);
});

it("shows a file with few columns whole", () => {
  expect(columnGroups(columns.slice(0, 12), new Set()).rest).toEqual([]);
});
