import fc from "fast-check";
import { expect, test } from "vitest";
import { fitDense } from "#server/insight/learning/dense-fit.ts";
import type { Case } from "#server/insight/learning/design.ts";
import { logOddsOf, sigmoid } from "#server/insight/learning/logistic.ts";

const COLUMNS = 4;

const aCase = fc.record({
  indices: fc.constant([0, 1, 2, 3]),
  values: fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 3, maxLength: 3 }).map((values) => [1, ...values]),
  label: fc.constantFrom(0, 1),
  weight: fc.constantFrom(0.5, 1, 2),
});

/** The derivative of the objective, which is 0 only at the minimum. */
function gradientAt(cases: readonly Case[], penalties: Float64Array, coefficients: Float64Array): number[] {
  return Array.from({ length: COLUMNS }, (_, column) => {
    const pulls = cases.map((each) => {
      const value = each.values[each.indices.indexOf(column)] ?? 0;
      return each.weight * (sigmoid(logOddsOf(each, coefficients)) - each.label) * value;
    });
    return pulls.reduce((sum, pull) => sum + pull, 0) + penalties[column]! * coefficients[column]!;
  });
}

test("finds the one minimum, whatever the order of the cases", () => {
  fc.assert(
    fc.property(
      fc.array(aCase, { minLength: 1, maxLength: 40 }),
      fc.double({ min: 0.05, max: 20, noNaN: true }),
      (cases, penalty) => {
        const penalties = Float64Array.from({ length: COLUMNS }, () => penalty);
        const { coefficients } = fitDense(cases, penalties);
        for (const slope of gradientAt(cases, penalties, coefficients)) expect(slope).toBeCloseTo(0, 4);
        const reversed = fitDense(cases.toReversed(), penalties).coefficients;
        for (const [at, value] of reversed.entries()) expect(value).toBeCloseTo(coefficients[at]!, 5);
      },
    ),
  );
});

test("treats an offset as given log-odds", () => {
  const yes = { indices: [0], values: [1], label: 1, weight: 1 };
  const no = { ...yes, label: 0 };
  const penalties = Float64Array.from([1e-6]);
  const bare = fitDense([yes, yes, yes, no], penalties).coefficients[0]!;
  expect(bare).toBeCloseTo(Math.log(3), 4);
  const shifted = fitDense(
    [yes, yes, yes, no].map((each) => ({ ...each, offset: 2 })),
    penalties,
  ).coefficients[0]!;
  expect(shifted).toBeCloseTo(Math.log(3) - 2, 4);
});

test("more cases make coefficients more certain", () => {
  const cases: Case[] = Array.from({ length: 40 }, (_, at) => ({
    indices: [0, 1],
    values: [1, at % 2],
    label: at % 3 === 0 ? 1 : 0,
    weight: 1,
  }));
  const penalties = Float64Array.from([0.01, 1]);
  const few = fitDense(cases.slice(0, 10), penalties).variances();
  const many = fitDense(cases, penalties).variances();
  for (const at of [0, 1]) expect(many[at]).toBeLessThan(few[at]!);
  // The prior alone allows a variance of 1.
  expect(few[1]).toBeLessThan(1);
});
