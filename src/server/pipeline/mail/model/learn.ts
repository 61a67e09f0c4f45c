import type { Observation } from "#server/insight/learning/logistic.ts";
import { fitSparse } from "#server/insight/learning/sparse-fit.ts";
import { featuresOf, kindOf } from "./features.ts";
import type { FeatureKind } from "./features.ts";
import { conceptReason } from "./reasons.ts";
import { isStopWord } from "./stop-words.ts";
import { offsetOf, sharesOf } from "./text-model.ts";
import type { ModelInput, TextModel } from "./text-model.ts";

export interface Correction {
  input: ModelInput;
  isLead: boolean;
}

export interface Shift {
  text: string;
  /** The change it makes to a message's log-odds. */
  shift: number;
}

/**
 * Prior variance of a weight's shift by kind. Senders and words differ most between mailboxes, concepts least.
 */
const DOUBT: Readonly<Record<FeatureKind, number>> = {
  from: 4,
  header: 0.5,
  word: 1.2,
  phrase: 1.2,
  subject: 0.3,
  frame: 0.12,
  says: 0.06,
  asks: 0.06,
  opens: 0.06,
  shape: 0.03,
};
const SMALLEST_SHIFT = 0.005;

/**
 * Trains the model on corrections: logistic regression with the shipped weights as the prior mean. Always computed from
 * all corrections, so order doesn't matter and removing one undoes it. Returns `base` itself without corrections.
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
  const { slope } = base.calibration;
  const observations = corrections.map(({ input, isLead }): Observation => {
    const features = featuresOf(input);
    const known = sharesOf(base, features).reduce((sum, [, share]) => sum + share, base.bias);
    return {
      indices: Int32Array.from(features.keys(), indexOf),
      values: Float64Array.from(features.values(), (value) => value * slope),
      label: isLead ? 1 : 0,
      weight: 1,
      offset: slope * known + offsetOf(base, input),
    };
  });
  const penalties = Float64Array.from(names, (name) => 1 / DOUBT[kindOf(name)]);
  const found = fitSparse(observations, penalties, 1e-9);
  return { ...base, shifts: new Map(names.map((name, index) => [name, found[index] ?? 0])) };
}

/** The shifts that can be explained, largest first; positive ones favor a lead. */
export function shiftsOf({ shifts }: TextModel): Shift[] {
  const byText = new Map<string, number>();
  for (const [name, shift] of shifts) {
    const text = labelOf(name);
    if (text !== undefined) byText.set(text, (byText.get(text) ?? 0) + shift);
  }
  return [...byText]
    .map(([text, shift]) => ({ text, shift }))
    .filter(({ shift }) => Math.abs(shift) >= SMALLEST_SHIFT)
    .toSorted((one, other) => Math.abs(other.shift) - Math.abs(one.shift));
}

/** Placeholders for numbers, amounts and addresses. */
const MARKS = new Set(["#", "%", "<money>", "<url>", "<mail>"]);

/** The display label of a feature whose weight was shifted by corrections; undefined if it explains nothing. */
export function labelOf(feature: string): string | undefined {
  const kind = kindOf(feature);
  const what = feature.slice(kind.length + 1);
  switch (kind) {
    case "says":
    case "asks":
    case "subject":
    case "opens":
      return conceptReason(what);
    case "word":
    case "phrase":
      return quoted(what.split(" ").filter((word) => !isStopWord(word) && !MARKS.has(word)));
    case "from":
      return `From ${what}`;
    default:
      return undefined;
  }
}

function quoted(words: readonly string[]): string | undefined {
  return words.length === 0 ? undefined : `“${words.join(" ")}”`;
}
