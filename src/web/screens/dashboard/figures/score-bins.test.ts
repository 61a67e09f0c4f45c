import { describe, expect, it } from "vitest";
import { scoreBins, scoresWords } from "#web/screens/dashboard/figures/score-bins.ts";

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

describe("scoresWords", () => {
  it.each([
    [2, [3, 0, 4, 5], "9 of 12 leads reach the threshold of 2; 3 have no points."],
    [0, [3, 0, 4, 5], "12 of 12 leads reach the threshold of 0; 3 have no points."],
    [1, [1, 1], "1 of 2 leads reaches the threshold of 1; 1 has no points."],
    [1, [0, 1], "1 of 1 lead reaches the threshold of 1; 0 have no points."],
    [30, [], "0 of 0 leads reach the threshold of 30; 0 have no points."],
  ])("counts leads at or above a threshold of %d, and leads without points", (threshold, some, words) => {
    expect(scoresWords({ threshold, counts: some })).toBe(words);
  });
});
