import { expect, test } from "vitest";
import { readDays } from "#server/assistant/understanding/day-range.ts";

/** A Wednesday. */
const NOW = new Date(2026, 5, 17, 15);

test.each([
  ["today", "2026-06-17", "2026-06-17"],
  ["is next week", "2026-06-22", "2026-06-28"],
  ["ends this month", "2026-06-01", "2026-06-30"],
  ["in the next 30 days", "2026-06-17", "2026-07-17"],
  ["in two weeks", "2026-06-17", "2026-07-01"],
  ["before march", undefined, "2027-02-28"],
  ["since march", "2026-03-01", undefined],
  ["after march 5 2027", "2027-03-06", undefined],
  ["by the end of the year", undefined, "2026-12-31"],
  ["on 31.12.2026", "2026-12-31", "2026-12-31"],
  ["12 31 2026", "2026-12-31", "2026-12-31"],
  ["between 2026 07 01 and august", "2026-07-01", "2026-08-31"],
  ["in q3", "2026-07-01", "2026-09-30"],
  ["on friday", "2026-06-19", "2026-06-19"],
  ["on the 31st", "2026-07-31", "2026-07-31"],
  ["soon", "2026-06-17", "2026-07-17"],
  ["has expired", undefined, "2026-06-16"],
])("%j is %s to %s", (text, min, max) => {
  const days = readDays(`${text} maybe`, NOW);
  expect([days?.min, days?.max, days?.words]).toEqual([min, max, text.split(" ").length]);
});

test.each(["budget", "2026 02 31", "sometime", ""])("%j is no day", (text) => {
  expect(readDays(text, NOW)).toBeNull();
});
