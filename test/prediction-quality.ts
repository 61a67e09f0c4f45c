import type { Said } from "#server/insight/learning/goodness.ts";

const BINS = 10;

/** The mean squared difference of probability and outcome (Brier 1950); 0 is perfect. */
export function brierOf(cases: readonly Said[]): number {
  const sum = cases.reduce((total, { said, isPositive }) => total + (said - (isPositive ? 1 : 0)) ** 2, 0);
  return cases.length === 0 ? 0 : sum / cases.length;
}

/**
 * The expected calibration error (Naeini et al. 2015): the mean gap between probability and observed rate over ten bins
 * of equal size (Nguyen and O'Connor 2015), weighted by cases.
 */
export function calibrationErrorOf(cases: readonly Said[]): number {
  const sorted = cases.toSorted((a, b) => a.said - b.said);
  let error = 0;
  for (let bin = 0; bin < BINS; bin += 1) {
    const from = Math.floor((bin * sorted.length) / BINS);
    const inside = sorted.slice(from, Math.floor(((bin + 1) * sorted.length) / BINS));
    const said = inside.reduce((sum, each) => sum + each.said, 0);
    const was = inside.filter(({ isPositive }) => isPositive).length;
    error += Math.abs(said - was);
  }
  return cases.length === 0 ? 0 : error / cases.length;
}

/** The positive rate among the top `share` of cases, relative to the overall rate. 1 when there are no positives. */
export function liftOf(cases: readonly Said[], share: number): number {
  const count = Math.max(1, Math.round(cases.length * share));
  const positives = cases.filter(({ isPositive }) => isPositive).length;
  if (positives === 0) return 1;
  // Ties are counted proportionally, so that their order doesn't matter.
  const sorted = cases.toSorted((a, b) => b.said - a.said);
  const last = sorted[count - 1]?.said ?? 0;
  const above = sorted.filter(({ said }) => said > last);
  const level = sorted.filter(({ said }) => said === last);
  const rate = level.filter(({ isPositive }) => isPositive).length / Math.max(1, level.length);
  const found = above.filter(({ isPositive }) => isPositive).length + rate * (count - above.length);
  return found / count / (positives / cases.length);
}
