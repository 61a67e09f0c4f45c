import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { longDay, spanOfDay } from "#web/screens/dashboard/figures/day-words.ts";

describe("spanOfDay", () => {
  it("spans the local day", () => {
    const moment = fc.date({ min: new Date("2024-01-01"), max: new Date("2027-12-31"), noInvalidDate: true });
    const twoDigits = (part: number): string => String(part).padStart(2, "0");
    fc.assert(
      fc.property(moment, (at) => {
        const day = [at.getFullYear(), twoDigits(at.getMonth() + 1), twoDigits(at.getDate())].join("-");
        const { from, to } = spanOfDay(day);
        expect(Date.parse(from)).toBeLessThanOrEqual(at.getTime());
        expect(Date.parse(to)).toBeGreaterThan(at.getTime());
        expect([22, 23, 23.5, 24, 24.5, 25, 26]).toContain((Date.parse(to) - Date.parse(from)) / 3_600_000);
      }),
    );
  });
});

describe("longDay", () => {
  it("is the same day in any time zone", () => {
    expect(longDay("2026-11-03")).toMatch(/\b3\b/);
    expect(longDay("2026-11-03")).toMatch(/Tuesday/);
  });
});
