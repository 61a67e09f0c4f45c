import { expect, test } from "vitest";
import { moment, whenLoaded } from "#web/format/moment.ts";

const now = new Date(2026, 4, 20, 15, 30).getTime();

test.each([
  ["the time earlier today", new Date(2026, 4, 20, 9, 5), "09:05"],
  ["the time at midnight today", new Date(2026, 4, 20), "00:00"],
  ["the date in the last minute of yesterday", new Date(2026, 4, 19, 23, 59), "May 19"],
  ["the date on the first day of the year", new Date(2026, 0, 1), "Jan 1"],
  ["the year of a year ago on the same day", new Date(2025, 4, 20, 9, 5), "May 20, 2025"],
])("shows %s", (_when, at, expected) => {
  expect(moment(at.toISOString(), now)).toBe(expected);
});

test.each([
  [new Date(2026, 4, 20, 9, 28), "at 09:28"],
  [new Date(2026, 4, 19, 9, 28), "on May 19"],
])("says when data was loaded: %s", (at, expected) => {
  expect(whenLoaded(at.getTime(), now)).toBe(expected);
});
