import { logLoss, logOddsOf, sigmoid, type Observation } from "#server/insight/learning/logistic.ts";

const MEMORY = 10;
const MOST_STEPS = 300;

/**
 * Logistic regression with a normal prior: minimizes the weighted log-loss plus ½ Σ penalty·coefficient². Every penalty
 * must be positive, so that the minimum is unique and the order of the observations doesn't matter. For thousands of
 * columns, where the matrix of `dense-fit.ts` is too large: L-BFGS (Nocedal & Wright, Numerical Optimization, algorithm
 * 7.4) from zero, until the gradient is below `tolerance`.
 */
export function fitSparse(
  observations: readonly Observation[],
  penalties: Float64Array,
  tolerance = 1e-5,
): Float64Array {
  let point = new Float64Array(penalties.length);
  let here = lossAt(point, observations, penalties);
  const past: { step: Float64Array; change: Float64Array; curvature: number }[] = [];
  for (let count = 0; count < MOST_STEPS && norm(here.gradient) > tolerance; count += 1) {
    const direction = descent(here.gradient, past);
    const slope = inner(direction, here.gradient);
    let length = past.length === 0 ? 1 / Math.max(1, norm(here.gradient)) : 1;
    let next = moved(point, direction, length);
    let there = lossAt(next, observations, penalties);
    while (there.loss > here.loss + 1e-4 * length * slope && length > 1e-12) {
      length /= 2;
      next = moved(point, direction, length);
      there = lossAt(next, observations, penalties);
    }
    // The remaining improvement is below the precision of the sums.
    if (there.loss >= here.loss) break;
    const step = moved(next, point, -1);
    const change = moved(there.gradient, here.gradient, -1);
    const curvature = inner(step, change);
    if (curvature > 1e-16) past.push({ step, change, curvature });
    if (past.length > MEMORY) past.shift();
    point = next;
    here = there;
  }
  return point;
}

function lossAt(point: Float64Array, observations: readonly Observation[], penalties: Float64Array) {
  const gradient = new Float64Array(point.length);
  let loss = 0;
  for (let at = 0; at < point.length; at += 1) {
    const pull = (penalties[at] ?? 0) * (point[at] ?? 0);
    gradient[at] = pull;
    loss += (pull * (point[at] ?? 0)) / 2;
  }
  for (const row of observations) {
    const { label, weight, offset = 0 } = row;
    const logOdds = offset + logOddsOf(row, point);
    loss += weight * logLoss(logOdds, label);
    const error = weight * (sigmoid(logOdds) - label);
    for (let at = 0; at < row.indices.length; at += 1) {
      const index = row.indices[at] ?? 0;
      gradient[index] = (gradient[index] ?? 0) + error * (row.values[at] ?? 0);
    }
  }
  return { loss, gradient };
}

/** The L-BFGS two-loop recursion: the negative gradient, corrected by the curvature of recent steps. */
function descent(
  gradient: Float64Array,
  past: readonly { step: Float64Array; change: Float64Array; curvature: number }[],
): Float64Array {
  // Works in place: allocating long vectors on each iteration took longer than the sums.
  const direction = moved(new Float64Array(gradient.length), gradient, -1);
  const shares: number[] = [];
  for (const { step, change, curvature } of past.toReversed()) {
    const share = inner(step, direction) / curvature;
    shares.push(share);
    move(direction, change, -share);
  }
  const last = past.at(-1);
  if (last) {
    const scale = last.curvature / inner(last.change, last.change);
    for (let at = 0; at < direction.length; at += 1) direction[at] = (direction[at] ?? 0) * scale;
  }
  for (const { step, change, curvature } of past) {
    const share = shares.pop() ?? 0;
    move(direction, step, share - inner(change, direction) / curvature);
  }
  return direction;
}

function moved(from: Float64Array, direction: Float64Array, length: number): Float64Array<ArrayBuffer> {
  const result = new Float64Array(from);
  move(result, direction, length);
  return result;
}

function move(point: Float64Array, direction: Float64Array, length: number): void {
  for (let at = 0; at < point.length; at += 1) point[at] = (point[at] ?? 0) + length * (direction[at] ?? 0);
}

function inner(left: Float64Array, right: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < left.length; at += 1) sum += (left[at] ?? 0) * (right[at] ?? 0);
  return sum;
}

function norm(vector: Float64Array): number {
  return Math.sqrt(inner(vector, vector));
}
