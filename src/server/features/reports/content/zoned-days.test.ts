import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lastDays } from "#server/features/reports/content/zoned-days.ts";

const ZONES = ["UTC", ...Intl.supportedValuesOf("timeZone")];

describe("lastDays", () => {
  it.each([
    ["UTC", "2026-03-01T00:00:00.000Z", "2026-03-01", "2026-03-01T00:00:00.000Z", 24],
    ["Asia/Kolkata", "2026-03-01T18:29:59.999Z", "2026-03-01", "2026-02-28T18:30:00.000Z", 24],
    ["Asia/Kolkata", "2026-03-01T18:30:00.000Z", "2026-03-02", "2026-03-01T18:30:00.000Z", 24],
    ["Asia/Kathmandu", "2026-03-01T18:15:00.000Z", "2026-03-02", "2026-03-01T18:15:00.000Z", 24],
    ["Pacific/Kiritimati", "2026-03-01T10:00:00.000Z", "2026-03-02", "2026-03-01T10:00:00.000Z", 24],
    ["Pacific/Pago_Pago", "2026-03-01T10:59:00.000Z", "2026-02-28", "2026-02-28T11:00:00.000Z", 24],
    // Clocks go forward in the night, at midnight, and back to the hour before midnight.
    ["Europe/Berlin", "2026-03-29T12:00:00.000Z", "2026-03-29", "2026-03-28T23:00:00.000Z", 23],
    ["Europe/Berlin", "2026-10-25T12:00:00.000Z", "2026-10-25", "2026-10-24T22:00:00.000Z", 25],
    ["America/Sao_Paulo", "2018-11-04T12:00:00.000Z", "2018-11-04", "2018-11-04T03:00:00.000Z", 23],
    ["America/Sao_Paulo", "2018-02-17T12:00:00.000Z", "2018-02-17", "2018-02-17T02:00:00.000Z", 25],
    ["Australia/Lord_Howe", "2026-04-05T00:00:00.000Z", "2026-04-05", "2026-04-04T13:00:00.000Z", 24.5],
  ])("of %s at %s end with %s, from %s for %d hours", (zone, now, day, from, hours) => {
    const last = lastDays(new Date(now), 3, zone).at(-1);
    expect(last).toMatchObject({ day, from });
    expect((Date.parse(last?.to ?? "") - Date.parse(from)) / 3_600_000).toBe(hours);
  });

  it("are contiguous, and contain each time that a local clock shows on that day", () => {
    const moment = fc.date({ min: new Date("2024-01-01"), max: new Date("2027-12-31"), noInvalidDate: true });
    fc.assert(
      fc.property(moment, fc.constantFrom(...ZONES), fc.integer({ min: 1, max: 40 }), (now, timeZone, count) => {
        const days = lastDays(now, count, timeZone);
        const dayOf = (at: number) => new Intl.DateTimeFormat("sv-SE", { timeZone }).format(at);
        expect(days).toHaveLength(count);
        expect(days.slice(1).map(({ from }) => from)).toEqual(days.slice(0, -1).map(({ to }) => to));
        for (const { day, from, to } of days) {
          expect(dayOf(Date.parse(from))).toBe(day);
          expect(dayOf(Date.parse(to) - 1)).toBe(day);
        }
        expect(days.at(-1)?.day).toBe(dayOf(now.getTime()));
      }),
    );
  });
});
