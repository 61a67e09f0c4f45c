import fc from "fast-check";
import { expect, it } from "vitest";
import { dayAfter, dayOf, lastDayBefore, momentOf, spanWords, startOfAdded } from "#web/screens/leads/lead-dates.ts";

const local = (...parts: [number, number, number, number?]): string => new Date(...parts).toISOString();

it.each([
  ["a day, as its beginning where the reader is", "2026-01-31", local(2026, 0, 31)],
  ["a moment as it is", "2026-01-31T10:00:00.000Z", "2026-01-31T10:00:00.000Z"],
  ["a moment of another zone", "2026-01-31T10:00:00+02:00", "2026-01-31T08:00:00.000Z"],
  ["a day there is not", "2026-06-31", ""],
  ["a word", "yesterday", ""],
  ["a broken time", "2026-01-31Tnoon", ""],
  ["nothing", "", ""],
])("takes %s", (_word, text, expected) => {
  expect(momentOf(text)).toBe(expected);
});

it.each([
  ["today", local(2026, 4, 20)],
  ["7d", local(2026, 4, 14)],
  ["30d", local(2026, 3, 21)],
  ["90d", local(2026, 1, 20)],
] as const)("counts %s in days of the calendar, today being one", (added, expected) => {
  expect(startOfAdded(added, new Date(2026, 4, 20, 15).getTime())).toBe(expected);
});

it("finds the day after a day, and the day before it again", () => {
  const days = fc.date({ min: new Date(2000, 0, 1), max: new Date(2100, 0, 1), noInvalidDate: true });
  fc.assert(
    fc.property(days, (date) => {
      const day = dayOf(date.toISOString());
      expect(momentOf(dayAfter(day)) > momentOf(day)).toBe(true);
      expect(lastDayBefore(dayAfter(day))).toBe(day);
    }),
  );
  expect(dayAfter("2026-12-31")).toBe("2027-01-01");
  expect([dayOf(""), dayAfter(""), lastDayBefore("soon")]).toEqual(["", "", ""]);
});

it.each([
  ["one day", "2026-05-01", "2026-05-02", /^on .*1/],
  ["a week", "2026-05-01", "2026-05-08", /1.* – .*7/],
  ["an open end", "2026-05-01", "", /^since .*1/],
  ["an open beginning", "", "2026-05-08", /^until .*7/],
])("says %s", (_word, from, to, words) => {
  expect(spanWords(from, to)).toMatch(words);
});
