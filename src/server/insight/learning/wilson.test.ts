import fc from "fast-check";
import { expect, test } from "vitest";
import { wilsonInterval } from "#server/insight/learning/wilson.ts";

test("the interval is Wilson's", () => {
  // Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
  for (const [found, of, low, high] of [
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ] as const) {
    const interval = wilsonInterval(found, of);
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
  }
});

test("it contains the share, and covers everything without observations", () => {
  expect(wilsonInterval(0, 0)).toEqual({ low: 0, high: 1 });
  fc.assert(
    fc.property(fc.nat({ max: 500 }), fc.nat({ max: 500 }), (found, others) => {
      fc.pre(found + others > 0);
      const { low, high } = wilsonInterval(found, found + others);
      const share = found / (found + others);
      expect(low - 1e-12).toBeLessThanOrEqual(share);
      expect(high + 1e-12).toBeGreaterThanOrEqual(share);
    }),
  );
});
