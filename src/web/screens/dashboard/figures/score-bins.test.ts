import { describe, expect, it } from "vitest";
import { scoreBins, scoreTotals } from "#web/screens/dashboard/figures/score-bins.ts";

const counts = Array.from({ length: 101 }, (_, score) => score);

describe("scoreBins", () => {
  it("counts each score once, 100 together with 95 and up", () => {
    const bins = scoreBins(counts);
    expect(bins).toHaveLength(20);
    expect(bins[0]).toEqual({ from: 0, to: 4, count: 10, band: "neutral" });
    expect(bins.at(-1)).toEqual({ from: 95, to: 100, count: 95 + 96 + 97 + 98 + 99 + 100, band: "success" });
    expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(5050);
  });

  it("starts each band with a column", () => {
    expect(scoreBins(counts).map(({ band }) => band)).toEqual([
      ...Array.from({ length: 12 }, () => "neutral"),
      ...Array.from({ length: 4 }, () => "warning"),
      ...Array.from({ length: 4 }, () => "success"),
    ]);
  });

  it("has empty columns without data", () => {
    expect(scoreBins([]).map(({ count }) => count)).toEqual(Array.from({ length: 20 }, () => 0));
  });
});

describe("scoreTotals", () => {
  it("counts leads at or above the threshold, and leads without points", () => {
    const some = [3, 0, 4, 5];
    expect(scoreTotals({ threshold: 2, counts: some })).toEqual({ all: 12, reaching: 9, without: 3 });
    expect(scoreTotals({ threshold: 0, counts: some })).toEqual({ all: 12, reaching: 12, without: 3 });
    expect(scoreTotals({ threshold: 30, counts: [] })).toEqual({ all: 0, reaching: 0, without: 0 });
  });
});
