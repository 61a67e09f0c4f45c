import { fitDense } from "#server/insight/learning/dense-fit.ts";
import {
  casesOf,
  penaltiesOf,
  rowOf,
  vocabularyOf,
  type Case,
  type Example,
  type Vocabulary,
} from "#server/insight/learning/design.ts";
import { foldOf } from "#server/insight/learning/fold-of.ts";
import { logOddsOf, sigmoid } from "#server/insight/learning/logistic.ts";
import type { Trait, TraitKind } from "#server/insight/learning/traits.ts";

/** A trained model: the log-odds of each trait, and the calibration from their sum to a probability. */
export interface LearnedFit {
  vocabulary: Vocabulary;
  coefficients: Float64Array;
  /** The mean of each column over the training data. */
  means: Float64Array;
  calibration: { slope: number; offset: number };
}

/** A prediction for a decision by a fit trained without it. */
export interface HeldOut {
  id: string;
  isPositive: boolean;
  logOdds: number;
}

const KINDS: ReadonlySet<TraitKind> = new Set([
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
/** Candidate regularization strengths for a rule's coefficient; the best is chosen by cross-validation. */
const STRENGTHS = [0.3, 1, 3, 10, 30] as const;
/** Regularizes the slope toward 1, which keeps the fitted log-odds, since a few decisions say little about it. */
const CALIBRATION_PENALTIES = Float64Array.from([1e-3, 8]);

/**
 * Fits decisions and predicts each with a fit trained without it: five folds, with the regularization strength chosen
 * only within the other four. Deterministic.
 */
export function learnFit(examples: readonly Example[]): { fit: LearnedFit; heldOut: HeldOut[] } {
  const heldOut = foldsOf(examples).flatMap(({ inside, outside }) => {
    const { vocabulary, coefficients } = fitAt(inside, bestStrength(inside));
    return outside.map(({ id, isPositive, traits }) => ({
      id,
      isPositive,
      logOdds: logOddsOf(rowOf(traits, vocabulary), coefficients),
    }));
  });
  const { vocabulary, coefficients } = fitAt(examples, bestStrength(examples));
  const fit = { vocabulary, coefficients, means: meansOf(examples, vocabulary), calibration: calibrate(heldOut) };
  return { fit, heldOut };
}

/** The approval probability of a lead with these traits, from 0 to 1. */
export function probabilityOf(fit: LearnedFit, traits: readonly Trait[]): number {
  return calibrated(logOddsOf(rowOf(traits, fit.vocabulary), fit.coefficients), fit.calibration);
}

/** The calibrated probability for a fit's log-odds. */
export function calibrated(logOdds: number, { slope, offset }: LearnedFit["calibration"]): number {
  return sigmoid(slope * logOdds + offset);
}

/**
 * Platt scaling: a line from log-odds to probabilities with softened labels (Platt 1999, in the form of Lin, Lin and
 * Weng 2007).
 */
export function calibrate(heldOut: readonly HeldOut[]): LearnedFit["calibration"] {
  const positives = heldOut.filter(({ isPositive }) => isPositive).length;
  const yes = (positives + 1) / (positives + 2);
  const no = 1 / (heldOut.length - positives + 2);
  const cases = heldOut.map(({ logOdds, isPositive }) => ({
    indices: [0, 1],
    values: [1, logOdds],
    offset: logOdds,
    label: isPositive ? yes : no,
    weight: 1,
  }));
  const { coefficients } = fitDense(cases, CALIBRATION_PENALTIES);
  return { slope: Math.max(0, 1 + (coefficients[1] ?? 0)), offset: coefficients[0] ?? 0 };
}

function fitAt(examples: readonly Example[], strength: number): { vocabulary: Vocabulary; coefficients: Float64Array } {
  const vocabulary = vocabularyOf(examples, KINDS);
  return { vocabulary, ...fitDense(casesOf(examples, vocabulary), penaltiesOf(vocabulary, strength)) };
}

/** The strength that makes held-out decisions most likely; the weaker one on ties. */
function bestStrength(examples: readonly Example[]): number {
  const losses = STRENGTHS.map(() => 0);
  for (const { inside, outside } of foldsOf(examples)) {
    const vocabulary = vocabularyOf(inside, KINDS);
    const taught = casesOf(inside, vocabulary);
    // Weighted like the fit, whose log-odds assume that half of the decisions are positive.
    const held = casesOf(outside, vocabulary);
    let start: Float64Array | undefined;
    for (const [at, strength] of STRENGTHS.entries()) {
      const { coefficients } = fitDense(taught, penaltiesOf(vocabulary, strength), start);
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
