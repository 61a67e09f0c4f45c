import { describe, expect, it } from "vitest";
import { formatDay } from "#web/format/date.ts";
import { activityTime, dateAndTime, exactTime, relativeTime, timeOfDay } from "#web/format/relative-time.ts";

const now = Date.parse("2026-05-20T12:00:00.000Z");
const before = (milliseconds: number): string => new Date(now - milliseconds).toISOString();
const minutes = (count: number): number => count * 60_000;
const date = (time: string): string => formatDay(new Date(time));

describe("relativeTime", () => {
  it.each([
    ["now", before(0), "Just now"],
    ["just under an hour", before(minutes(60) - 1), "Just now"],
    ["an hour", before(minutes(60)), "1 hour ago"],
    ["just under a day", before(minutes(24 * 60) - 1), "23 hours ago"],
    ["a day", before(minutes(24 * 60)), date(before(minutes(24 * 60)))],
    ["a time in the future", before(-minutes(5)), "Just now"],
    ["nothing", null, "Never"],
    ["a missing time", undefined, "Never"],
    ["an invalid time", "yesterday", "Never"],
  ])("shows %s", (_word, time, expected) => {
    expect(relativeTime(time, now, "Never")).toBe(expected);
  });
});

describe("activityTime", () => {
  it.each([
    ["just under a minute", before(minutes(1) - 1), "Just now"],
    ["a minute", before(minutes(1)), "1 minute ago"],
    ["just under an hour", before(minutes(60) - 1), "59 minutes ago"],
    ["an hour", before(minutes(60)), "1 hour ago"],
    ["two days", before(minutes(48 * 60)), date(before(minutes(48 * 60)))],
    ["a time in the future", before(-minutes(5)), "Just now"],
    ["nothing", null, "N/A"],
  ])("shows %s", (_word, time, expected) => {
    expect(activityTime(time, now, "N/A")).toBe(expected);
  });
});

it("says that a time is missing", () => {
  expect([dateAndTime(""), timeOfDay("soon")]).toEqual(["N/A", "N/A"]);
  expect(dateAndTime("2026-05-20T12:00:00.000Z")).toContain("2026");
  expect(timeOfDay("2026-05-20T12:34:00.000Z")).toContain("34");
});

it("has no exact time if the time is missing", () => {
  expect(exactTime(null)).toBeUndefined();
  expect(exactTime("nonsense")).toBeUndefined();
  expect(exactTime("2026-05-20T12:00:00.000Z")).toContain("2026");
});
