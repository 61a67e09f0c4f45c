import { describe, expect, test } from "vitest";
import { findTimeSpan } from "#server/assistant/understanding/find-time-span.ts";

/** A Wednesday. */
const NOW = new Date(2026, 5, 17, 15, 30);
const on = (month: number, day: number): Date => new Date(2026, month - 1, day);

describe("a time span", () => {
  test.each<[string, Date, Date | null]>([
    ["how many today", on(6, 17), null],
    ["yesterday please", on(6, 16), on(6, 17)],
    ["this week", on(6, 15), null],
    ["in the last week", on(6, 8), on(6, 15)],
    ["this month", on(6, 1), null],
    ["last month", on(5, 1), on(6, 1)],
    ["in the last 3 days", on(6, 14), null],
    ["in the past two weeks", on(6, 3), null],
    ["over the last 2 months", new Date(2026, 3, 17), null],
    ["in the last 24 hours", new Date(2026, 5, 16, 15, 30), null],
    ["since monday", on(6, 15), null],
    ["on wednesday", on(6, 17), on(6, 18)],
    ["since last wednesday", on(6, 10), null],
    ["in may", on(5, 1), on(6, 1)],
    ["in december", new Date(2025, 11, 1), new Date(2026, 0, 1)],
    ["in march 2024", new Date(2024, 2, 1), new Date(2024, 3, 1)],
    ["this year", on(1, 1), null],
    ["last year", new Date(2025, 0, 1), on(1, 1)],
    ["april leads", on(4, 1), on(5, 1)],
    ["for may", on(5, 1), on(6, 1)],
    ["2 months ago", on(4, 1), on(5, 1)],
    ["three days ago", on(6, 14), on(6, 15)],
    ["since 2 weeks ago", on(6, 1), null],
    ["in the first half of april", on(4, 1), on(4, 16)],
    ["the last week of may", on(5, 25), on(6, 1)],
    ["late last month", on(5, 21), on(6, 1)],
    ["in the week of april 9", on(4, 6), on(4, 13)],
    ["anything lately", on(6, 3), null],
    ["the day before yesterday", on(6, 15), on(6, 16)],
    ["the week before last", on(6, 1), on(6, 8)],
    ["the month before last", on(4, 1), on(5, 1)],
    ["last friday", on(6, 12), on(6, 13)],
    ["this monday", on(6, 15), on(6, 16)],
    ["in week 23", on(6, 1), on(6, 8)],
    ["kw23", on(6, 1), on(6, 8)],
    ["week 50", new Date(2025, 11, 8), new Date(2025, 11, 15)],
    ["from week 20 to week 21", on(5, 11), on(5, 25)],
    ["this week 20 leads", on(6, 15), null],
    ["from 2026 06 01 to 2026 06 15", on(6, 1), on(6, 16)],
    ["of 9.6 until 13.6", on(6, 9), on(6, 14)],
    ["of 9 in 13 june", on(6, 9), on(6, 14)],
    ["of 1 er in 10 june", on(6, 1), on(6, 11)],
    ["from april to may", on(4, 1), on(6, 1)],
    ["on 5.6", on(6, 5), on(6, 6)],
    ["the 25 5", on(5, 25), on(5, 26)],
    ["the 25 may", on(5, 25), on(5, 26)],
    ["since the 10", on(6, 10), null],
  ])("%j", (text, from, to) => {
    expect(findTimeSpan(text, NOW)?.span).toMatchObject({ from, to });
  });

  test.each([
    ["in the past month", new Date(2026, 2, 31), on(2, 28)],
    ["over the last 2 months", new Date(2026, 3, 30), on(2, 28)],
    ["in the past year", new Date(2028, 1, 29), new Date(2027, 1, 28)],
    ["since the 31st", new Date(2026, 11, 10), on(10, 31)],
    ["since the 30th", new Date(2026, 2, 2), on(1, 30)],
  ])("begins on a day that its month has: %s", (text, now, from) => {
    expect(findTimeSpan(text, now)?.span.from).toEqual(from);
  });

  test.each([
    ["after june 3", on(6, 4), "after June 3"],
    ["after april", on(5, 1), "after April 2026"],
    ["after the week of april 9", on(4, 13), "after April 12"],
    ["since december 15", new Date(2025, 11, 15), "since December 15, 2025"],
    ["on march 5 2024", new Date(2024, 2, 5), "on March 5, 2024"],
    ["a year ago", new Date(2025, 0, 1), "from January 1, 2025 to December 31, 2025"],
  ])("is said as it begins: %s", (text, from, words) => {
    expect(findTimeSpan(text, NOW)?.span).toMatchObject({ from, words });
  });

  test("begins on Monday even on a Sunday", () => {
    expect(findTimeSpan("this week", new Date(2026, 5, 21, 9))?.span.from).toEqual(on(6, 15));
  });

  test.each([
    "how many leads",
    "may i ask",
    "the last 0 days",
    "weekly",
    "from 20 to 30 points",
    "on 20 leads",
    "the 2 nd lead",
  ])("isn't in %j", (text) => {
    expect(findTimeSpan(text, NOW)).toBeNull();
  });
});
