import { describe, expect, test } from "vitest";
import { afterInterval } from "#server/platform/clock.ts";

const HOUR = 3_600_000;
const NOW = new Date("2026-11-22T12:00:00.000Z");

describe("an interval after the last attempt", () => {
  test.each<[string, (string | null)[], string]>([
    ["is one after the latest of several", ["2026-11-22T09:00:00.000Z", "2026-11-22T11:30:00.000Z", null], "12:30"],
    ["has passed where the machine was off, and is one run", ["2026-11-19T11:30:00.000Z"], "12:30"],
    ["is now without any", [null], "12:00"],
    ["is now where the clock was put back by more than machines differ", ["2026-11-22T12:05:01.000Z"], "12:00"],
    ["is one after that of another machine's clock", ["2026-11-22T12:04:00.000Z"], "13:04"],
    [
      "passes over one from while the clock was ahead",
      ["2027-11-22T00:00:00.000Z", "2026-11-22T11:15:00.000Z"],
      "12:15",
    ],
  ])("%s", (_what, moments, time) => {
    expect(afterInterval(moments, HOUR, NOW).toISOString().slice(11, 16)).toBe(time);
  });
});
