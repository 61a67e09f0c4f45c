import fc from "fast-check";
import { expect, it } from "vitest";
import { dayAfter, dayOf, lastDayBefore, momentOf } from "#web/format/day.ts";

const local = (...parts: [number, number, number]): string => new Date(...parts).toISOString();

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
