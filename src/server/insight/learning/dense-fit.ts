import { logLoss, logOddsOf, sigmoid, type Observation } from "#server/insight/learning/logistic.ts";

export interface DenseFit {
  /** One log-odds coefficient per column. */
  coefficients: Float64Array;
  /** The posterior variance of each coefficient (Laplace approximation). */
  variances: () => Float64Array;
}

const MOST_STEPS = 50;
const TOLERANCE = 1e-7;
const SHORTEST_STEP = 1e-6;

/**
 * Logistic regression with a normal prior around 0: minimizes the weighted log-loss plus ½ Σ penalty·coefficient².
 * Every penalty must be positive, so that the minimum is unique and the order of the cases doesn't matter. Uses
 * Newton's method with step halving (Hastie et al., The Elements of Statistical Learning, 4.4.1) from `start`, which
 * only affects speed. For a few hundred columns; unlike `sparse-fit.ts` it also returns variances.
 */
export function fitDense(
  cases: readonly Observation[],
  penalties: Float64Array,
  start: Float64Array = new Float64Array(penalties.length),
): DenseFit {
  const size = penalties.length;
  let coefficients = start;
  let loss = lossOf(cases, penalties, coefficients);
  for (let count = 0; count < MOST_STEPS; count += 1) {
    const { gradient, curvature } = slopeAt(cases, penalties, coefficients);
    if (gradient.every((value) => Math.abs(value) < TOLERANCE)) break;
    const step = solve(decompose(curvature, size), gradient);
    let length = 1;
    let next = coefficients;
    let nextLoss = loss;
    for (; length > SHORTEST_STEP; length /= 2) {
      const scale = length;
      next = coefficients.map((value, at) => value - scale * (step[at] ?? 0));
      nextLoss = lossOf(cases, penalties, next);
      if (nextLoss < loss) break;
    }
    // The remaining improvement is below the precision of the sums.
    if (nextLoss >= loss) break;
    coefficients = next;
    loss = nextLoss;
  }
  return {
    coefficients,
    variances: () => diagonalOfInverse(decompose(slopeAt(cases, penalties, coefficients).curvature, size), size),
  };
}

function lossOf(cases: readonly Observation[], penalties: Float64Array, coefficients: Float64Array): number {
  let loss = 0;
  for (const [at, penalty] of penalties.entries()) loss += (penalty * (coefficients[at] ?? 0) ** 2) / 2;
  for (const each of cases) {
    const logOdds = (each.offset ?? 0) + logOddsOf(each, coefficients);
    loss += each.weight * logLoss(logOdds, each.label);
  }
  return loss;
}

/** The gradient, and the lower triangle of the Hessian, row by row. */
function slopeAt(
  cases: readonly Observation[],
  penalties: Float64Array,
  coefficients: Float64Array,
): { gradient: Float64Array; curvature: Float64Array } {
  const size = penalties.length;
  const gradient = new Float64Array(size);
  const curvature = new Float64Array(size * size);
  for (let at = 0; at < size; at += 1) {
    gradient[at] = (penalties[at] ?? 0) * (coefficients[at] ?? 0);
    curvature[at * size + at] = penalties[at] ?? 0;
  }
  for (const each of cases) {
    const { indices, values, label, weight, offset = 0 } = each;
    const probability = sigmoid(offset + logOddsOf(each, coefficients));
    const pull = weight * (probability - label);
    const bend = weight * probability * (1 - probability);
    for (let at = 0; at < indices.length; at += 1) {
      const row = indices[at] ?? 0;
      const value = values[at] ?? 0;
      add(gradient, row, pull * value);
      for (let other = 0; other <= at; other += 1) {
        const column = indices[other] ?? 0;
        const cell = row < column ? column * size + row : row * size + column;
        add(curvature, cell, bend * value * (values[other] ?? 0));
      }
    }
  }
  return { gradient, curvature };
}

/** The Cholesky factor of a symmetric positive definite matrix given by its lower triangle. */
function decompose(matrix: Float64Array, size: number): Float64Array {
  const factor = new Float64Array(size * size);
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column <= row; column += 1) {
      let sum = matrix[row * size + column] ?? 0;
      for (let at = 0; at < column; at += 1) {
        sum -= (factor[row * size + at] ?? 0) * (factor[column * size + at] ?? 0);
      }
      factor[row * size + column] = row === column ? Math.sqrt(sum) : sum / (factor[column * size + column] ?? 1);
    }
  }
  return factor;
}

function solve(factor: Float64Array, right: Float64Array): Float64Array {
  const size = right.length;
  const solution = Float64Array.from(right);
  for (let row = 0; row < size; row += 1) {
    let sum = solution[row] ?? 0;
    for (let at = 0; at < row; at += 1) sum -= (factor[row * size + at] ?? 0) * (solution[at] ?? 0);
    solution[row] = sum / (factor[row * size + row] ?? 1);
  }
  for (let row = size - 1; row >= 0; row -= 1) {
    let sum = solution[row] ?? 0;
    for (let at = row + 1; at < size; at += 1) sum -= (factor[at * size + row] ?? 0) * (solution[at] ?? 0);
    solution[row] = sum / (factor[row * size + row] ?? 1);
  }
  return solution;
}

function diagonalOfInverse(factor: Float64Array, size: number): Float64Array {
  return Float64Array.from({ length: size }, (_, at) => {
    const unit = new Float64Array(size);
    unit[at] = 1;
    return solve(factor, unit)[at] ?? 0;
  });
}

function add(array: Float64Array, at: number, value: number): void {
  array[at] = (array[at] ?? 0) + value;
}
