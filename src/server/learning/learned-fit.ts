import { casesOf, penaltiesOf, rowOf, vocabularyOf, type Example, type Vocabulary } from "#server/learning/design.ts";
import { foldOf } from "#server/learning/fold-of.ts";
import { fitLogistic, logOddsOf, sigmoid, type Case } from "#server/learning/ridge-logistic.ts";
import type { Trait, TraitKind } from "#server/learning/traits.ts";

/** What decisions taught: the log-odds of each trait, and the line that makes probabilities of their sum. */
export interface LearnedFit {
  vocabulary: Vocabulary;
  coefficients: Float64Array;
  /** The mean of each column over what was learned from. */
  means: Float64Array;
  calibration: { slope: number; offset: number };
}

/** What a fit that did not know the decision said of it. */
export interface HeldOut {
  id: string;
  isPositive: boolean;
  logOdds: number;
}

const ALL_KINDS: ReadonlySet<TraitKind> = new Set([
  "points",
  "rule",
  "keyword",
  "source",
  "missing",
  "age",
  "length",
  "address",
  "term",
]);

const FOLDS = 5;
/** How strongly a rule's coefficient may be held to 0; which is best is found out on folds. */
const STRENGTHS = [0.3, 1, 3, 10, 30] as const;
/** Few decisions tell little of the slope, which is then taken to be near 1: log-odds as they were fitted. */
const CALIBRATION_PENALTIES = Float64Array.from([1e-3, 8]);

/**
 * Fits decisions, and says of each what a fit without it thinks: of five folds one is held out each time, and how
 * strongly coefficients are held to 0 is chosen on the other four alone. The same decisions give the same fit.
 */
export function learnFit(
  examples: readonly Example[],
  kinds: ReadonlySet<TraitKind> = ALL_KINDS,
): { fit: LearnedFit; heldOut: HeldOut[] } {
  const heldOut = foldsOf(examples).flatMap(({ inside, outside }) => {
    const { vocabulary, coefficients } = fitAt(inside, bestStrength(inside, kinds), kinds);
    return outside.map(({ id, isPositive, traits }) => ({
      id,
      isPositive,
      logOdds: logOddsOf(rowOf(traits, vocabulary), coefficients),
    }));
  });
  const { vocabulary, coefficients } = fitAt(examples, bestStrength(examples, kinds), kinds);
  const fit = { vocabulary, coefficients, means: meansOf(examples, vocabulary), calibration: calibrate(heldOut) };
  return { fit, heldOut };
}

/** How likely a lead with these traits is to be approved, from 0 to 1. */
export function probabilityOf(fit: LearnedFit, traits: readonly Trait[]): number {
  return calibrated(logOddsOf(rowOf(traits, fit.vocabulary), fit.coefficients), fit.calibration);
}

/** The probability that a fit's log-odds stand for. */
export function calibrated(logOdds: number, { slope, offset }: LearnedFit["calibration"]): number {
  return sigmoid(slope * logOdds + offset);
}

/**
 * The line from log-odds to probabilities, on labels drawn a little to the middle (Platt 1999, in the form of Lin, Lin
 * and Weng 2007).
 */
export function calibrate(heldOut: readonly HeldOut[]): LearnedFit["calibration"] {
  const positives = heldOut.filter(({ isPositive }) => isPositive).length;
  const yes = (positives + 1) / (positives + 2);
  const no = 1 / (heldOut.length - positives + 2);
  const cases = heldOut.map(({ logOdds, isPositive }) => ({
    indices: [1],
    values: [logOdds],
    offset: logOdds,
    label: isPositive ? yes : no,
    weight: 1,
  }));
  const { coefficients } = fitLogistic(cases, CALIBRATION_PENALTIES);
  return { slope: Math.max(0, 1 + (coefficients[1] ?? 0)), offset: coefficients[0] ?? 0 };
}

function fitAt(
  examples: readonly Example[],
  strength: number,
  kinds: ReadonlySet<TraitKind>,
): { vocabulary: Vocabulary; coefficients: Float64Array } {
  const vocabulary = vocabularyOf(examples, kinds);
  return { vocabulary, ...fitLogistic(casesOf(examples, vocabulary), penaltiesOf(vocabulary, strength)) };
}

/** The strength with which held-out decisions are likeliest; the weaker of two alike. */
function bestStrength(examples: readonly Example[], kinds: ReadonlySet<TraitKind>): number {
  const losses = STRENGTHS.map(() => 0);
  for (const { inside, outside } of foldsOf(examples)) {
    const vocabulary = vocabularyOf(inside, kinds);
    const taught = casesOf(inside, vocabulary);
    // Weighed as the fit weighs them: its log-odds are of decisions half of which are positive.
    const held = casesOf(outside, vocabulary);
    let start: Float64Array | undefined;
    for (const [at, strength] of STRENGTHS.entries()) {
      const { coefficients } = fitLogistic(taught, penaltiesOf(vocabulary, strength), start);
      start = coefficients;
      losses[at] = (losses[at] ?? 0) + held.reduce((sum, each) => sum + lossOf(each, coefficients), 0);
    }
  }
  return STRENGTHS[losses.indexOf(Math.min(...losses))] ?? 1;
}

function lossOf(each: Case, coefficients: Float64Array): number {
  const probability = sigmoid(logOddsOf(each, coefficients));
  return -each.weight * Math.log(Math.max(1e-12, each.label === 1 ? probability : 1 - probability));
}

function foldsOf(examples: readonly Example[]): { inside: Example[]; outside: Example[] }[] {
  const folds = examples.map(({ id }) => foldOf(id, FOLDS));
  return Array.from({ length: FOLDS }, (_, fold) => ({
    inside: examples.filter((_each, at) => folds[at] !== fold),
    outside: examples.filter((_each, at) => folds[at] === fold),
  })).filter(({ outside }) => outside.length > 0);
}

function meansOf(examples: readonly Example[], vocabulary: Vocabulary): Float64Array {
  const means = new Float64Array(vocabulary.traits.length + 1);
  for (const { traits } of examples) {
    const { indices, values } = rowOf(traits, vocabulary);
    for (const [at, index] of indices.entries()) {
      means[index] = (means[index] ?? 0) + (values[at] ?? 0) / examples.length;
    }
  }
  return means;
}
