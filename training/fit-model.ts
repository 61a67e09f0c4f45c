import { featuresOf } from "#server/email-analysis/model/features.ts";
import { dot, fitLogistic, sigmoid } from "#server/email-analysis/model/logistic.ts";
import type { Observation, SparseRow } from "#server/email-analysis/model/logistic.ts";
import type { TextModel } from "#server/email-analysis/model/text-model.ts";
import { handOf, isByAnother } from "./hands.ts";
import { CUT, figuresOf } from "./measure.ts";
import type { Message } from "./message.ts";

/** A feature has to occur in as many scenarios before the model may know it. */
const LEAST_SCENARIOS = 2;
/** What a composed message counts beside a written one: the parts of a grammar say the same again and again. */
const COMPOSED_WEIGHT = 0.3;
/** Room for doubt in every label: no mail is a lead beyond any. */
const LABEL_DOUBT = 0.02;
const UNPENALISED = 1e-4;

/** The prior of the shipped weights: of 0.1, 0.3, 0.8 and 1.6 the one that did best on authors left out. */
export const SHIPPED_PENALTY = 0.8;
/** So much of the best F1 may be given up for saying the odds as they are. */
const F1_TO_GIVE = 0.005;
const CUTS = Array.from({ length: 41 }, (_, step) => 0.3 + step / 100);

export interface Judgement {
  message: Message;
  /** Log-odds from a model that saw no message by its author. */
  logOdds: number;
}

interface Vocabulary {
  names: string[];
  indices: Map<string, number>;
}

/** The weights that these messages give, without the line that makes probabilities of them. */
export function fitWeights(messages: readonly Message[], penalty: number): Pick<TextModel, "bias" | "weights"> {
  return weightsOf(
    messages,
    messages.map(({ input }) => featuresOf(input)),
    penalty,
  );
}

/** The model of these messages, and what models without the author of each written message say of it. */
export function fitModel(
  messages: readonly Message[],
  penalty: number,
): { model: TextModel; honest: TextModel["calibration"]; outOfFold: Judgement[] } {
  const features = messages.map(({ input }) => featuresOf(input));
  const outOfFold = crossValidate(messages, features, penalty);
  const { shipped, honest } = calibrate(outOfFold);
  return { model: { ...weightsOf(messages, features, penalty), calibration: shipped }, honest, outOfFold };
}

function weightsOf(
  messages: readonly Message[],
  features: readonly Map<string, number>[],
  penalty: number,
): Pick<TextModel, "bias" | "weights"> {
  const { vocabulary, coefficients } = fit(messages, features, penalty);
  const weights = new Map(vocabulary.names.map((name, index) => [name, coefficients[index] ?? 0]));
  return { bias: coefficients[vocabulary.names.length] ?? 0, weights };
}

function crossValidate(
  messages: readonly Message[],
  features: readonly Map<string, number>[],
  penalty: number,
): Judgement[] {
  const firstFiles = [...new Set(messages.map(({ file }) => file))].filter((file) => !isByAnother(file));
  const hands = messages.map(({ file, isComposed }) => (isComposed ? undefined : handOf(file, firstFiles)));
  const judged: Judgement[] = [];
  for (const hand of new Set(hands)) {
    if (hand === undefined) continue;
    const kept = hands.flatMap((each, at) => (each === hand ? [] : [at]));
    const { vocabulary, coefficients } = fit(pickAll(messages, kept), pickAll(features, kept), penalty);
    for (const [at, message] of messages.entries()) {
      if (hands[at] === hand) {
        judged.push({ message, logOdds: dot(rowOf(features[at] ?? new Map(), vocabulary), coefficients) });
      }
    }
  }
  return judged;
}

function pickAll<T>(from: readonly T[], indices: readonly number[]): T[] {
  return indices.flatMap((at) => from.slice(at, at + 1));
}

function fit(messages: readonly Message[], features: readonly Map<string, number>[], penalty: number) {
  const vocabulary = vocabularyOf(messages, features);
  const sizes = Map.groupBy(messages, ({ scenario }) => scenario);
  const observations = messages.map(({ isLead, isComposed, scenario }, at): Observation => ({
    row: rowOf(features[at] ?? new Map(), vocabulary),
    label: isLead ? 1 - LABEL_DOUBT : LABEL_DOUBT,
    // A scenario that was composed many times says little more than one that was written a few times.
    weight: (isComposed ? COMPOSED_WEIGHT : 1) * Math.sqrt(4 / Math.max(4, sizes.get(scenario)?.length ?? 0)),
    offset: 0,
  }));
  const coefficients = fitLogistic(observations, penaltiesOf(observations, vocabulary.names.length, penalty));
  return { vocabulary, coefficients };
}

/**
 * What is said often is held back more than what is said seldom, by the root of how loudly it occurs: else the common
 * features, which every message has, explain all and the telling rare ones learn nothing. Training with features dropped at
 * random does much the same (Wager, Wang & Liang 2013).
 */
function penaltiesOf(observations: readonly Observation[], features: number, penalty: number): Float64Array {
  const loudness = new Float64Array(features + 1);
  for (const { row, weight } of observations) {
    for (const [at, index] of row.indices.entries()) {
      loudness[index] = (loudness[index] ?? 0) + weight * (row.values[at] ?? 0) ** 2;
    }
  }
  const penalties = loudness.map((each) => penalty * Math.sqrt(each));
  penalties[features] = UNPENALISED;
  return penalties;
}

function vocabularyOf(messages: readonly Message[], features: readonly Map<string, number>[]): Vocabulary {
  const scenarios = new Map<string, Set<string>>();
  for (const [at, { scenario }] of messages.entries()) {
    for (const name of features[at]?.keys() ?? []) {
      let seen = scenarios.get(name);
      if (!seen) scenarios.set(name, (seen = new Set()));
      seen.add(scenario);
    }
  }
  const names = [...scenarios].filter(([, seen]) => seen.size >= LEAST_SCENARIOS).map(([name]) => name);
  return { names, indices: new Map(names.map((name, index) => [name, index])) };
}

/** The last index is the bias, which every message has. */
function rowOf(features: ReadonlyMap<string, number>, { names, indices }: Vocabulary): SparseRow {
  const known = [...features].flatMap(([name, value]) => {
    const index = indices.get(name);
    return index === undefined ? [] : [[index, value] as const];
  });
  known.push([names.length, 1]);
  return {
    indices: Int32Array.from(known, ([index]) => index),
    values: Float64Array.from(known, ([, value]) => value),
  };
}

/**
 * Platt's scaling by what was judged with the author left out: the line through the log-odds that makes it most likely. The
 * best F1 of such probabilities lies near an even chance (Lipton et al. 2014), far below the cut people use, so the line is
 * then raised until the highest probability that still gives nearly the best F1 is said as that cut. In the middle the model
 * therefore says more than the share of leads was; `honest` is the line before.
 */
function calibrate(judged: readonly Judgement[]): {
  shipped: TextModel["calibration"];
  honest: TextModel["calibration"];
} {
  const observations = judged.map(({ message, logOdds }): Observation => ({
    row: { indices: Int32Array.of(0, 1), values: Float64Array.of(logOdds, 1) },
    label: message.isLead ? 1 : 0,
    weight: 1,
    offset: 0,
  }));
  const [slope = 1, offset = 0] = fitLogistic(observations, new Float64Array(2).fill(UNPENALISED));
  const scored = judged.map(({ message, logOdds }) => ({ message, probability: sigmoid(slope * logOdds + offset) }));
  const f1At = CUTS.map((cut) => figuresOf(scored, cut).f1);
  const best = CUTS.findLast((_, at) => (f1At[at] ?? 0) >= Math.max(...f1At) - F1_TO_GIVE) ?? CUT;
  const raised = offset + Math.max(0, logit(CUT) - logit(best));
  return { shipped: { slope, offset: raised }, honest: { slope, offset } };
}

function logit(probability: number): number {
  return Math.log(probability / (1 - probability));
}

/** The mean log-loss of what was judged unseen, after calibration. */
export function lossOf(judged: readonly Judgement[], { slope, offset }: TextModel["calibration"]): number {
  const losses = judged.map(({ message, logOdds }) => {
    const probability = sigmoid(slope * logOdds + offset);
    return -Math.log(message.isLead ? probability : 1 - probability);
  });
  return losses.reduce((sum, loss) => sum + loss, 0) / losses.length;
}
