import { expect, test } from "vitest";
import { moment } from "#web/format/moment.ts";

const now = new Date(2026, 4, 20, 15, 30).getTime();

test.each([
  ["earlier today", new Date(2026, 4, 20, 9, 5), { timeStyle: "short" } as const],
  ["at midnight today", new Date(2026, 4, 20), { timeStyle: "short" } as const],
])("shows the time %s", (_when, at, style) => {
  expect(moment(at.toISOString(), now)).toBe(at.toLocaleTimeString(undefined, style));
});

test.each([
  ["in the last minute of yesterday", new Date(2026, 4, 19, 23, 59), {}],
  ["on the first day of the year", new Date(2026, 0, 1), {}],
  ["a year ago on the same day", new Date(2025, 4, 20, 9, 5), { year: "numeric" } as const],
])("shows the date %s", (_when, at, more) => {
  const style = { month: "short", day: "numeric", ...more } as const;
  expect(moment(at.toISOString(), now)).toBe(at.toLocaleDateString(undefined, style));
});
