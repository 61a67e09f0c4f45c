import { hashOf } from "./hash.ts";

/** The model's input for a message. */
export interface ModelInput {
  subject: string;
  /** The writer's own text, without quotes and signature. */
  text: string;
  /** Names of header evidence; `from:example.com` is the sender's domain. */
  evidence: readonly string[];
  /** Whether the writer's name or address is known, as in mail but rarely in a post. */
  hasSender: boolean;
}

/**
 * A logistic regression: log-odds = bias + the sum of weight × value over the features of a message + what pairs of
 * features add, then calibrated.
 */
export interface TextModel {
  bias: number;
  /** Platt scaling: the calibrated log-odds are slope × log-odds + offset, plus `sender` for a message with a sender. */
  calibration: { slope: number; offset: number; sender: number };
  /** Keyed by hashes of feature names, so that the file contains no words from messages. */
  weights: ReadonlyMap<number, number>;
  /** Factors of the frequent features, also by hash: a pair adds both values × the product of both factors. */
  pairs: ReadonlyMap<number, Float64Array>;
  /** Shifts learned from corrections, by feature name. */
  shifts: ReadonlyMap<string, number>;
}

/** Number of factors of a feature. */
export const FACTORS = 32;

/** Every second factor counts negatively, since some features cancel each other out. */
export function signOf(factor: number): number {
  return factor % 2 === 0 ? 1 : -1;
}

/** What each feature adds to the log-odds before calibration. */
export function sharesOf(
  { weights, pairs, shifts }: TextModel,
  features: ReadonlyMap<string, number>,
): [feature: string, share: number][] {
  const hashes = Uint32Array.from(features.keys(), hashOf);
  const fromPairs = pairSharesOf(pairs, hashes, Float64Array.from(features.values()));
  return [...features].map(([feature, value], at) => {
    const weight = (weights.get(hashes[at] ?? 0) ?? 0) + (shifts.get(feature) ?? 0);
    return [feature, weight * value + (fromPairs[at] ?? 0)];
  });
}

/** What each feature adds by its pairs. What a pair adds is split evenly. Linear in the number of features. */
export function pairSharesOf(pairs: TextModel["pairs"], hashes: Uint32Array, values: Float64Array): Float64Array {
  const found = Array.from(hashes, (hash) => pairs.get(hash));
  const sums = new Float64Array(FACTORS);
  for (const [at, factors] of found.entries()) {
    const value = values[at] ?? 0;
    if (!factors) continue;
    for (let factor = 0; factor < FACTORS; factor += 1)
      sums[factor] = (sums[factor] ?? 0) + value * (factors[factor] ?? 0);
  }
  return values.map((value, at) => {
    const factors = found[at];
    if (!factors) return 0;
    let share = 0;
    for (let factor = 0; factor < FACTORS; factor += 1) {
      const part = value * (factors[factor] ?? 0);
      share += (signOf(factor) / 2) * part * ((sums[factor] ?? 0) - part);
    }
    return share;
  });
}

/** What calibration adds to a message's scaled log-odds. */
export function offsetOf({ calibration: { offset, sender } }: TextModel, { hasSender }: ModelInput): number {
  return hasSender ? offset + sender : offset;
}
