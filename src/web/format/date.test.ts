import { expect, it, vi } from "vitest";
import {
  formatDay,
  formatDayAndTime,
  formatExactly,
  formatShortDay,
  formatTime,
  formatWeekday,
} from "#web/format/date.ts";

const at = new Date(2026, 4, 3, 14, 5, 9);
const sameYear = new Date(2026, 0, 1);
const nextYear = new Date(2027, 0, 1);

it.each([
  ["a time", formatTime(at), "14:05"],
  ["midnight", formatTime(new Date(2026, 4, 3)), "00:00"],
  ["a day", formatDay(at), "May 3, 2026"],
  ["a day of this year", formatShortDay(at, sameYear), "May 3"],
  ["a day of another year", formatShortDay(at, nextYear), "May 3, 2026"],
  ["a weekday of this year", formatWeekday(at, sameYear), "Sunday, May 3"],
  ["a weekday of another year", formatWeekday(at, nextYear), "Sunday, May 3, 2026"],
  ["a day and time", formatDayAndTime(at), "May 3, 2026, 14:05"],
])("formats %s", (_word, text, expected) => {
  expect(text).toBe(expected);
});

it("follows the clock of a laptop that travels", () => {
  const noon = Date.UTC(2026, 4, 3, 12);
  const shown = ["Asia/Tokyo", "America/New_York", "Asia/Tokyo"].map((zone) => {
    vi.stubEnv("TZ", zone);
    return formatTime(noon);
  });
  vi.unstubAllEnvs();
  expect(shown).toEqual(["21:00", "08:00", "21:00"]);
});

it("states the time zone of an exact time", () => {
  expect(formatExactly(at)).toMatch(/^Sunday, May 3, 2026 at 14:05:09 \S+/u);
});
