import fc from "fast-check";
import { expect, test } from "vitest";
import { logOddsOf, sigmoid, type Observation } from "#server/insight/learning/logistic.ts";
import { fitSparse } from "#server/insight/learning/sparse-fit.ts";

const observation = fc.record({
  values: fc.array(fc.double({ min: -3, max: 3, noNaN: true }), { minLength: 3, maxLength: 3 }),
  isOne: fc.boolean(),
});

function observed({ values, isOne }: { values: number[]; isOne: boolean }): Observation {
  const row = { indices: Int32Array.of(0, 1, 2), values: Float64Array.from(values) };
  return { ...row, label: isOne ? 1 : 0, weight: 1 };
}

const PENALTIES = new Float64Array(3).fill(0.5);

test("at the minimum, the gradients of observations and prior cancel out", () => {
  fc.assert(
    fc.property(fc.array(observation, { minLength: 1, maxLength: 30 }), (drawn) => {
      const observations = drawn.map(observed);
      const found = fitSparse(observations, PENALTIES, 1e-8);
      for (const index of [0, 1, 2]) {
        const pull = observations.reduce(
          (sum, row) => sum + (sigmoid(logOddsOf(row, found)) - row.label) * (row.values[index] ?? 0),
          0.5 * (found[index] ?? 0),
        );
        expect(Math.abs(pull)).toBeLessThan(1e-4);
      }
    }),
    { numRuns: 100 },
  );
});

test("the order of the observations doesn't matter", () => {
  fc.assert(
    fc.property(fc.array(observation, { minLength: 2, maxLength: 30 }), (drawn) => {
      const one = fitSparse(drawn.map(observed), PENALTIES, 1e-8);
      const other = fitSparse(drawn.toReversed().map(observed), PENALTIES, 1e-8);
      for (const [index, value] of one.entries()) expect(other[index]).toBeCloseTo(value, 4);
    }),
    { numRuns: 100 },
  );
});

test("without observations, returns the prior", () => {
  expect([...fitSparse([], PENALTIES)]).toEqual([0, 0, 0]);
});

test.each([-1e6, -40, 0, 40, 1e6])("the probability at %d log-odds is a number from 0 to 1", (logOdds) => {
  expect(sigmoid(logOdds)).toBeGreaterThanOrEqual(0);
  expect(sigmoid(logOdds) + sigmoid(-logOdds)).toBeCloseTo(1, 12);
});
