import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { latestWindow, nextWindow } from "#server/platform/calendar-window.ts";

const BERLIN = { timeZone: "Europe/Berlin", hour: 8 };

// 2026-11-20 is a Friday.
test.each([
  ["daily", "2026-11-20T07:00Z", "daily:2026-11-20", "2026-11-19T07:00Z", "2026-11-20T07:00Z"],
  ["daily", "2026-11-20T06:59Z", "daily:2026-11-19", "2026-11-18T07:00Z", "2026-11-19T07:00Z"],
  ["daily", "2026-11-01T06:00Z", "daily:2026-10-31", "2026-10-30T07:00Z", "2026-10-31T07:00Z"],
  ["weekly", "2026-11-20T12:00Z", "weekly:2026-11-16", "2026-11-09T07:00Z", "2026-11-16T07:00Z"],
  ["weekly", "2026-11-16T06:59Z", "weekly:2026-11-09", "2026-11-02T07:00Z", "2026-11-09T07:00Z"],
  ["weekly", "2026-11-22T12:00Z", "weekly:2026-11-16", "2026-11-09T07:00Z", "2026-11-16T07:00Z"],
  ["monthly", "2026-11-20T12:00Z", "monthly:2026-11-01", "2026-10-01T06:00Z", "2026-11-01T07:00Z"],
  ["monthly", "2026-03-01T06:59Z", "monthly:2026-02-01", "2026-01-01T07:00Z", "2026-02-01T07:00Z"],
] as const)("%s at %s is %s", (frequency, now, key, from, to) => {
  const window = latestWindow(frequency, new Date(now), BERLIN);
  expect(window).toEqual({ key, from: new Date(from), to: new Date(to) });
});

describe("around clock changes", () => {
  it("a day has 23 hours in spring and 25 in autumn", () => {
    const hours = (now: string): number => {
      const { from, to } = latestWindow("daily", new Date(now), BERLIN);
      return (to.getTime() - from.getTime()) / 3_600_000;
    };
    expect([hours("2026-03-29T12:00Z"), hours("2026-10-25T12:00Z"), hours("2026-10-26T12:00Z")]).toEqual([23, 25, 24]);
  });

  it("a skipped hour is the one after, and the first of two counts", () => {
    const at = (now: string, hour: number): string =>
      latestWindow("daily", new Date(now), { timeZone: "Europe/Berlin", hour }).to.toISOString();
    expect(at("2026-03-29T12:00Z", 2)).toBe("2026-03-29T01:00:00.000Z");
    expect(at("2026-10-25T12:00Z", 2)).toBe("2026-10-25T00:00:00.000Z");
  });

  it("skips a day that a zone has dropped", () => {
    // Samoa went from December 29, 2011 to the 31st.
    const apia = { timeZone: "Pacific/Apia", hour: 8 };
    const windows = ["2011-12-29T20:00Z", "2011-12-30T20:00Z"].map((now) => latestWindow("daily", new Date(now), apia));
    expect(windows.map(({ key }) => key)).toEqual(["daily:2011-12-29", "daily:2011-12-31"]);
  });
});

const ZONES = Intl.supportedValuesOf("timeZone");
const moment = fc.date({ min: new Date("2012-02-01"), max: new Date("2037-01-01"), noInvalidDate: true });
const clock = fc.record({ timeZone: fc.constantFrom(...ZONES), hour: fc.integer({ min: 0, max: 23 }) });
const frequency = fc.constantFrom("daily" as const, "weekly" as const, "monthly" as const);

test("in any zone, the window is the one before now, and begins where the previous one ended", () => {
  fc.assert(
    fc.property(frequency, moment, clock, (often, now, by) => {
      const window = latestWindow(often, now, by);
      expect(window.to <= now).toBe(true);
      expect(window.from < window.to).toBe(true);
      const before = latestWindow(often, new Date(window.to.getTime() - 1), by);
      expect(before.to).toEqual(window.from);
      expect(before.key < window.key).toBe(true);
      const next = nextWindow(often, window, by);
      expect(next.from).toEqual(window.to);
      expect(next.to > now).toBe(true);
      expect(latestWindow(often, next.to, by)).toEqual(next);
    }),
    { numRuns: 400 },
  );
});

test("in any zone, local clocks show the hour when a report is sent, or have skipped it", () => {
  const shown = (at: number, timeZone: string): string =>
    new Date(at).toLocaleTimeString("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" });
  fc.assert(
    fc.property(frequency, moment, clock, (often, now, by) => {
      const to = latestWindow(often, now, by).to.getTime();
      const hour = `${String(by.hour).padStart(2, "0")}:00`;
      // No clock that skipped it has shown it within the hour before.
      const before = [1, 1_800_000, 3_600_000].map((ago) => shown(to - ago, by.timeZone));
      expect(shown(to, by.timeZone) === hour || !before.includes(hour)).toBe(true);
    }),
    { numRuns: 400 },
  );
});

test("nearly always they show it", () => {
  const zones = ZONES.filter((timeZone) => {
    const { to } = latestWindow("daily", new Date("2026-06-15T12:00Z"), { timeZone, hour: 8 });
    return to.toLocaleTimeString("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" }) === "08:00";
  });
  expect(zones).toEqual(ZONES);
});
