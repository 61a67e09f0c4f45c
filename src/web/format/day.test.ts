import fc from "fast-check";
import { expect, it } from "vitest";
import { dayAfter, dayOf, lastDayBefore, momentOf } from "#web/format/day.ts";

const local = (...parts: [number, number, number]): string => new Date(...parts).toISOString();

it.each([
  ["a day, as its local start", "2026-01-31", local(2026, 0, 31)],
  ["a timestamp as it is", "2026-01-31T10:00:00.000Z", "2026-01-31T10:00:00.000Z"],
  ["a timestamp in another zone", "2026-01-31T10:00:00+02:00", "2026-01-31T08:00:00.000Z"],
  ["an invalid day", "2026-06-31", ""],
  ["a word", "yesterday", ""],
  ["a broken time", "2026-01-31Tnoon", ""],
  ["an invalid time", "", ""],
])("parses %s", (_word, text, expected) => {
  expect(momentOf(text)).toBe(expected);
});

it("finds the next day, and the day before it again", () => {
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
