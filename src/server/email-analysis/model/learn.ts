import { wordsOf } from "./feature-words.ts";
import { featuresOf, kindOf } from "./features.ts";
import type { FeatureKind } from "./features.ts";
import { fitLogistic } from "./logistic.ts";
import type { Observation } from "./logistic.ts";
import type { ModelInput, TextModel } from "./text-model.ts";

export interface Correction {
  input: ModelInput;
  isLead: boolean;
}

export interface Shift {
  text: string;
  /** Log-odds that it adds to a message now beyond what it added before. */
  shift: number;
}

/**
 * Variance of how far a shipped weight may be off in this mailbox. What tells one mailbox from another, its senders and
 * their own words, moves most; what a lead is in general hardly.
 */
const DOUBT: Readonly<Record<FeatureKind, number>> = {
  from: 4,
  header: 0.5,
  word: 1.2,
  phrase: 1.2,
  stem: 0.3,
  question: 0.1,
  ends: 0.1,
  subject: 0.3,
  frame: 0.12,
  says: 0.06,
  asks: 0.06,
  opens: 0.06,
  balance: 0.03,
  shape: 0.03,
};
const SMALLEST_SHIFT = 0.005;

/**
 * The model after people's corrections: the most likely weights when the shipped ones are right but for a normally
 * distributed doubt (logistic regression with the shipped weights as prior mean). Computed from all corrections together, so
 * their order does not matter and taking one back undoes it; without corrections the answer is `base` itself.
 */
export function learn(base: TextModel, corrections: readonly Correction[]): TextModel {
  if (corrections.length === 0) return base;
  const names: string[] = [];
  const indices = new Map<string, number>();
  const indexOf = (name: string) => {
    const known = indices.get(name);
    if (known !== undefined) return known;
    indices.set(name, names.length);
    return names.push(name) - 1;
  };
  const { slope, offset } = base.calibration;
  const observations = corrections.map(({ input, isLead }): Observation => {
    const features = [...featuresOf(input)];
    const known = features.reduce((sum, [name, value]) => sum + (base.weights.get(name) ?? 0) * value, base.bias);
    return {
      row: {
        indices: Int32Array.from(features, ([name]) => indexOf(name)),
        values: Float64Array.from(features, ([, value]) => value * slope),
      },
      label: isLead ? 1 : 0,
      weight: 1,
      offset: slope * known + offset,
    };
  });
  const penalties = Float64Array.from(names, (name) => 1 / DOUBT[kindOf(name)]);
  const shifts = fitLogistic(observations, penalties, 1e-9);
  const weights = new Map(base.weights);
  for (const [index, name] of names.entries()) weights.set(name, (weights.get(name) ?? 0) + (shifts[index] ?? 0));
  return { ...base, weights };
}

/** What weighs differently in `learned` and can be told in words, the largest difference first; positive speaks for a lead. */
export function shiftsOf(base: TextModel, learned: TextModel): Shift[] {
  const byText = new Map<string, number>();
  for (const [name, weight] of learned.weights) {
    const shift = weight - (base.weights.get(name) ?? 0);
    const text = shift === 0 ? undefined : wordsOf(name);
    if (text !== undefined) byText.set(text, (byText.get(text) ?? 0) + shift);
  }
  return [...byText]
    .map(([text, shift]) => ({ text, shift }))
    .filter(({ shift }) => Math.abs(shift) >= SMALLEST_SHIFT)
    .toSorted((one, other) => Math.abs(other.shift) - Math.abs(one.shift));
}
