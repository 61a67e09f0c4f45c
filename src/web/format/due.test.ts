import { expect, it, vi } from "vitest";
import { ownTimeZone } from "#shared/time-zone.ts";
import { dueText, dueTime, isOverdue, localDay } from "#web/format/due.ts";

const at = (text: string): number => new Date(text).getTime();
const NOW = at("2026-03-28T23:30");

it("counts local days, across months and clock changes", () => {
  expect([localDay(NOW), localDay(NOW, 1), localDay(NOW, 4)]).toEqual(["2026-03-28", "2026-03-29", "2026-04-01"]);
  expect(localDay(at("2026-10-25T00:10"), 1)).toBe("2026-10-26");
});

it.each([
  ["2026-03-27", "Yesterday"],
  ["2026-03-28T09:00", "Today, 09:00"],
  ["2026-03-29", "Tomorrow"],
  ["2026-04-02", "Apr 2"],
  ["2027-01-31T14:30", "Jan 31, 2027, 14:30"],
])("says when %s is due", (due, words) => {
  expect(dueText({ text: "Call", due, timeZone: ownTimeZone() }, NOW)).toBe(words);
});

it("names the clocks of a time in another zone", () => {
  const step = { text: "Call", due: "2026-03-29T09:00", timeZone: "Pacific/Kiritimati" };
  expect(dueText(step, NOW)).toBe("Tomorrow, 09:00 (Pacific/Kiritimati)");
  expect(dueTime(step)).toBe("09:00 (Pacific/Kiritimati)");
});

it.each([
  ["Europe/Vienna", "2026-07-01T09:00", "09:00"],
  ["Africa/Lagos", "2026-01-15T09:00", "09:00"],
  ["Africa/Lagos", "2026-07-01T09:00", "09:00 (Africa/Lagos)"],
  ["Asia/Kolkata", "2026-07-01T09:00", "09:00 (Asia/Kolkata)"],
  ["Mars/Olympus", "2026-07-01T09:00", "09:00 (Mars/Olympus)"],
])("names %s in Berlin only while its clocks differ", (timeZone, due, words) => {
  vi.stubEnv("TZ", "Europe/Berlin");
  expect(dueTime({ text: "Call", due, timeZone })).toBe(words);
  vi.unstubAllEnvs();
});

it("is overdue from the day after on", () => {
  expect(["2026-03-27T23:59", "2026-03-28T00:00"].map((due) => isOverdue({ due }, NOW))).toEqual([true, false]);
});
