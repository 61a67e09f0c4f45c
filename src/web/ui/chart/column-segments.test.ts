import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { columnSegments, separateSegments } from "#web/ui/chart/column-segments.ts";

/** A scale of 100 pixels for 50 leads. */
const up = (count: number): number => 100 - 2 * count;

describe("columnSegments", () => {
  it("stacks the parts with a one-pixel gap", () => {
    expect(columnSegments([10, 0, 20], up)).toEqual([
      { index: 0, y: 80, height: 20 },
      { index: 2, y: 40, height: 39 },
    ]);
  });

  it("draws nothing for zero", () => {
    expect(columnSegments([0, 0], up)).toEqual([]);
    expect(columnSegments([], up)).toEqual([]);
  });

  it("keeps a part visible that is too small for its share", () => {
    const tiny = (count: number): number => 100 - count / 1_000;
    expect(columnSegments([1, 1], tiny)).toEqual([
      { index: 0, y: 98, height: 2 },
      { index: 1, y: 96, height: 2 },
    ]);
  });

  it("never lets parts overlap or vanish", () => {
    const values = fc.array(fc.nat(50), { maxLength: 8 });
    fc.assert(
      fc.property(values, (counts) => {
        const segments = columnSegments(counts, up);
        expect(segments.map(({ index }) => index)).toEqual(
          counts.flatMap((count, index) => (count > 0 ? [index] : [])),
        );
        let top = up(0);
        for (const { y, height } of segments) {
          expect(height).toBeGreaterThanOrEqual(1);
          expect(y + height).toBeLessThanOrEqual(top);
          top = y;
        }
      }),
    );
  });
});

it("starts side-by-side parts at the baseline", () => {
  expect(separateSegments([2, 0, 5], (count) => 100 - 10 * count)).toEqual([
    { index: 0, y: 80, height: 20 },
    { index: 2, y: 50, height: 50 },
  ]);
});
