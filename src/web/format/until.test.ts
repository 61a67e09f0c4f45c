import { expect, it } from "vitest";
import { untilWords } from "#web/format/until.ts";

const NOW = Date.parse("2026-06-15T12:00:00.000Z");

it.each([
  [-90_000, "within a minute"],
  [59_000, "within a minute"],
  [60_000, "in 1 minute"],
  [12 * 60_000 + 20_000, "in 12 minutes"],
  [60 * 60_000, "in 1 hour"],
  [15.4 * 3_600_000, "in 15 hours"],
  [48 * 3_600_000, "in 2 days"],
  [6.6 * 86_400_000, "in 7 days"],
])("formats %d ms from now as %s", (left, words) => {
  expect(untilWords(new Date(NOW + left).toISOString(), NOW)).toBe(words);
});

it("shows the date of a distant time", () => {
  expect(untilWords("2026-07-15T12:00:00.000Z", NOW)).not.toMatch(/^(in|within) /u);
});
