import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { aucOf, type Said } from "#server/insight/learning/goodness.ts";
import { brierOf, calibrationErrorOf, liftOf } from "#test/prediction-quality.ts";

const someCases = fc.array(fc.record({ said: fc.integer({ min: 0, max: 9 }), isPositive: fc.boolean() }), {
  maxLength: 60,
});

/** By definition: every pair of a positive and a negative. */
function aucByPairs(cases: readonly Said[]): number {
  const positives = cases.filter(({ isPositive }) => isPositive);
  const negatives = cases.filter(({ isPositive }) => !isPositive);
  if (positives.length === 0 || negatives.length === 0) return 0.5;
  const won = positives.flatMap((one) =>
    negatives.map((other): number => (one.said > other.said ? 1 : one.said === other.said ? 0.5 : 0)),
  );
  return won.reduce((sum, each) => sum + each, 0) / won.length;
}

describe("the quality of predictions", () => {
  test("the AUC is the share of correctly ordered pairs", () => {
    fc.assert(
      fc.property(someCases, (cases) => {
        expect(aucOf(cases)).toBeCloseTo(aucByPairs(cases), 10);
      }),
    );
  });

  test("Brier score and calibration error are 0 for sure and right, 1 for sure and wrong", () => {
    const right = [0, 1, 1, 0].map((said) => ({ said, isPositive: said === 1 }));
    const wrong = right.map(({ said, isPositive }) => ({ said, isPositive: !isPositive }));
    expect([brierOf(right), calibrationErrorOf(right), brierOf(wrong), calibrationErrorOf(wrong)]).toEqual([
      0, 0, 1, 1,
    ]);
  });

  test("the lift of all is 1, and that of the best tenth grows as positives become rarer", () => {
    const cases = Array.from({ length: 100 }, (_, said) => ({ said, isPositive: said >= 80 }));
    expect(liftOf(cases, 1)).toBe(1);
    expect(liftOf(cases, 0.1)).toBe(5);
    expect(liftOf(cases, 0.5)).toBe(2);
  });

  test("ties don't affect the lift", () => {
    fc.assert(
      fc.property(someCases, fc.constantFrom(0.1, 0.2, 0.5), (cases, share) => {
        expect(liftOf(cases.toReversed(), share)).toBeCloseTo(liftOf(cases, share), 10);
      }),
    );
  });
});
