import { sigmoid, type Observation } from "#server/insight/learning/logistic.ts";
import { FACTORS, signOf } from "#server/pipeline/mail/model/text-model.ts";
import { seededRandom } from "./seeded-random.ts";

/** Each run has its share of the factors; their mean is the model. */
const RUNS = 2;
const OWN = FACTORS / RUNS;
const EPOCHS = 12;
const RATE = 0.2;
const FACTOR_RATE = 0.015;
/** How much less factors are penalized than weights. */
const FACTOR_PENALTY = 0.3;
/** Share of features hidden in each step, so that the model doesn't rely on few of them. */
const HIDDEN = 0.2;
/** Range of the factors at the start; from zero they would never move. */
const START = 0.02;
/** Squared gradients at the start, so that a feature's first step isn't too long. */
const FIRST_SQUARE = 0.01;

/** The observations in one place, which is several times faster to read. */
interface Table {
  /** Where each observation begins, and the end. */
  starts: Int32Array;
  columns: Int32Array;
  values: Float64Array;
  /** A column's penalty, spread over the observations that have it. */
  pulls: Float64Array;
  /** A column's place among those with factors, or -1. */
  places: Int32Array;
  size: number;
}

/**
 * Logistic regression with pairs of features: a factorization machine (Rendle 2010), trained by AdaGrad (Duchi, Hazan &
 * Singer 2011). Column `i` has factors if `isPaired(i)`; the last column is the bias.
 */
export function fitPairs(
  observations: readonly Observation[],
  penalties: Float64Array,
  isPaired: (column: number) => boolean,
): { weights: Float64Array; factors: Map<number, Float64Array> } {
  const table = tableOf(observations, penalties, isPaired);
  const weights = new Float64Array(penalties.length);
  const factors = new Map<number, Float64Array>();
  for (let run = 0; run < RUNS; run += 1) {
    const fitted = fitOnce(observations, table, seededRandom(run + 1));
    for (let column = 0; column < weights.length; column += 1) {
      weights[column] = (weights[column] ?? 0) + (fitted.weights[column] ?? 0) / RUNS;
      const place = table.places[column] ?? -1;
      if (place < 0) continue;
      const all = factors.get(column) ?? new Float64Array(FACTORS);
      // A product of two factors, so the mean of the runs takes the root.
      for (let at = 0; at < OWN; at += 1)
        all[run * OWN + at] = (fitted.factors[place * OWN + at] ?? 0) / Math.sqrt(RUNS);
      factors.set(column, all);
    }
  }
  return { weights, factors };
}

function tableOf(
  observations: readonly Observation[],
  penalties: Float64Array,
  isPaired: (column: number) => boolean,
): Table {
  const starts = new Int32Array(observations.length + 1);
  for (const [row, { indices }] of observations.entries()) starts[row + 1] = (starts[row] ?? 0) + indices.length;
  const columns = new Int32Array(starts.at(-1) ?? 0);
  const values = new Float64Array(columns.length);
  for (const [row, observation] of observations.entries()) {
    columns.set(observation.indices, starts[row]);
    values.set(observation.values, starts[row]);
  }
  const counts = new Float64Array(penalties.length);
  for (const column of columns) counts[column] = (counts[column] ?? 0) + 1;
  let size = 0;
  const places = Int32Array.from(penalties, (_, column) => (isPaired(column) ? (size += 1) - 1 : -1));
  const pulls = penalties.map((penalty, column) => penalty / Math.max(1, counts[column] ?? 0));
  return { starts, columns, values, pulls, places, size };
}

function fitOnce(
  observations: readonly Observation[],
  { starts, columns, values, pulls, places, size }: Table,
  random: () => number,
): { weights: Float64Array; factors: Float64Array } {
  const weights = new Float64Array(pulls.length);
  const squares = new Float64Array(pulls.length).fill(FIRST_SQUARE);
  const factors = new Float64Array(size * OWN).map(() => START * (2 * random() - 1));
  const factorSquares = new Float64Array(size * OWN).fill(FIRST_SQUARE);
  const signs = new Float64Array(OWN).map((_, factor) => signOf(factor));
  const sums = new Float64Array(OWN);
  const shown = new Float64Array(values.length);
  const order = Int32Array.from(observations.keys());

  /** The log-odds of an observation with some features hidden; also fills `shown` and `sums`. */
  const read = (start: number, end: number): number => {
    sums.fill(0);
    let logOdds = 0;
    for (let at = start; at < end; at += 1) {
      const isHidden = at < end - 1 && random() < HIDDEN;
      const value = isHidden ? 0 : (values[at] ?? 0) / (at < end - 1 ? 1 - HIDDEN : 1);
      shown[at] = value;
      if (isHidden) continue;
      const column = columns[at] ?? 0;
      logOdds += value * (weights[column] ?? 0);
      const place = (places[column] ?? -1) * OWN;
      const count = place < 0 ? 0 : OWN;
      for (let factor = 0; factor < count; factor += 1) {
        const part = value * (factors[place + factor] ?? 0);
        sums[factor] = (sums[factor] ?? 0) + part;
        logOdds -= ((signs[factor] ?? 0) * part * part) / 2;
      }
    }
    for (let factor = 0; factor < OWN; factor += 1) {
      const sum = sums[factor] ?? 0;
      logOdds += ((signs[factor] ?? 0) * sum * sum) / 2;
    }
    return logOdds;
  };
  const descend = (start: number, end: number, error: number): void => {
    for (let at = start; at < end; at += 1) {
      const value = shown[at] ?? 0;
      if (value === 0) continue;
      const column = columns[at] ?? 0;
      const pull = pulls[column] ?? 0;
      const weight = weights[column] ?? 0;
      const slope = error * value + pull * weight;
      const square = (squares[column] ?? 0) + slope * slope;
      squares[column] = square;
      weights[column] = weight - (RATE * slope) / Math.sqrt(square);
      const place = (places[column] ?? -1) * OWN;
      const count = place < 0 ? 0 : OWN;
      for (let factor = 0; factor < count; factor += 1) {
        const own = factors[place + factor] ?? 0;
        const rest = (signs[factor] ?? 0) * ((sums[factor] ?? 0) - own * value);
        const bend = error * value * rest + FACTOR_PENALTY * pull * own;
        const bent = (factorSquares[place + factor] ?? 0) + bend * bend;
        factorSquares[place + factor] = bent;
        factors[place + factor] = own - (FACTOR_RATE * bend) / Math.sqrt(bent);
      }
    }
  };

  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    shuffle(order, random);
    for (const row of order) {
      const { label = 0, weight = 0 } = observations[row] ?? {};
      const [start, end] = [starts[row] ?? 0, starts[row + 1] ?? 0];
      descend(start, end, weight * (sigmoid(read(start, end)) - label));
    }
  }
  return { weights, factors };
}

function shuffle(list: Int32Array, random: () => number): void {
  for (let at = list.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    const moved = list[at] ?? 0;
    list[at] = list[other] ?? 0;
    list[other] = moved;
  }
}
