import { expect, test } from "vitest";
import { clockWords, dayWords, momentIn } from "#server/platform/english-dates.ts";

const at = new Date("2026-11-19T23:05:00.000Z");

test.each([
  ["a day", dayWords(at, { timeZone: "UTC" }), "November 19"],
  ["a day with its year", dayWords(at, { timeZone: "UTC", withYear: true }), "November 19, 2026"],
  ["a time", clockWords(at, "UTC"), "23:05"],
  ["a time after midnight elsewhere", clockWords(at, "Europe/Paris"), "00:05"],
  ["a day and time elsewhere", momentIn(at, "Europe/Paris"), "Nov 20, 2026, 00:05"],
])("formats %s", (_word, text, expected) => {
  expect(text).toBe(expected);
});
