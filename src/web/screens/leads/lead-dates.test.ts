import { expect, it } from "vitest";
import { spanWords, startOfAdded } from "#web/screens/leads/lead-dates.ts";

const local = (...parts: [number, number, number]): string => new Date(...parts).toISOString();

it.each([
  ["today", local(2026, 4, 20)],
  ["7d", local(2026, 4, 14)],
  ["30d", local(2026, 3, 21)],
  ["90d", local(2026, 1, 20)],
] as const)("counts %s in calendar days including today", (added, expected) => {
  expect(startOfAdded(added, new Date(2026, 4, 20, 15).getTime())).toBe(expected);
});

it.each([
  ["one day", "2026-05-01", "2026-05-02", /^on .*1/],
  ["a week", "2026-05-01", "2026-05-08", /1.* – .*7/],
  ["an open end", "2026-05-01", "", /^since .*1/],
  ["an open start", "", "2026-05-08", /^until .*7/],
])("describes %s", (_word, from, to, words) => {
  expect(spanWords(from, to)).toMatch(words);
});
