import { expect, test } from "vitest";
import { unusualSilence } from "#server/features/health/unusual-silence.ts";

/** Days with new rows, from the gaps between them. */
function daysOf(gaps: readonly number[]): number[] {
  const days = [20_000];
  for (const gap of gaps) days.push((days.at(-1) ?? 0) + gap);
  return days;
}
const times = <T>(count: number, ...items: T[]): T[] => Array.from({ length: count }, () => items).flat();

test.each([
  ["each day", times(20, 1), 2],
  ["each working day", times(5, 1, 1, 1, 1, 3), 6],
  ["each working day, with one outage of two weeks", [...times(5, 1, 1, 1, 1, 3), 14], 6],
  ["about once a week", [7, 6, 8, 7, 7, 5, 9, 7, 6, 8], 16.2],
  ["now and then", [1, 30, 4, 12, 2, 45, 9, 3, 20, 6], 63],
])("a source that brings something %s has the limit %j → %d days", (_, gaps, limit) => {
  expect(unusualSilence(daysOf(gaps))).toBeCloseTo(limit, 5);
});

test("nothing is unusual for a source with few known days", () => {
  expect(unusualSilence([])).toBeNull();
  expect(unusualSilence(daysOf(times(9, 1)))).toBeNull();
  expect(unusualSilence(daysOf(times(10, 1)))).toBe(2);
});
