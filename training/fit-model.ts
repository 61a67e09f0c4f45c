import { featuresOf, kindOf } from "#server/email-analysis/model/features.ts";
import { dot, fitLogistic, sigmoid } from "#server/email-analysis/model/logistic.ts";
import type { Observation, SparseRow } from "#server/email-analysis/model/logistic.ts";
import type { TextModel } from "#server/email-analysis/model/text-model.ts";
import type { Message } from "./message.ts";
import { seededRandom } from "./seeded-random.ts";

/** A word has to occur in as many scenarios before the model may know it. */
const LEAST_SCENARIOS = { word: 3, phrase: 4, frame: 4, other: 2 };
const FOLDS = 8;
/** Room for doubt in every label: no mail is a lead beyond any. */
const LABEL_DOUBT = 0.02;
const UNPENALISED = 1e-4;

/** The prior of the shipped weights: of 0.12, 0.25, 0.5, 1 and 2 the one with the least log-loss on scenarios left out. */
export const SHIPPED_PENALTY = 1;

export interface Judgement {
  message: Message;
  /** Log-odds from a model that saw no message of its scenario. */
  logOdds: number;
}

interface Vocabulary {
  names: string[];
  indices: Map<string, number>;
}

/** The model of these messages, and what models without each message's scenario say of it. */
export function fitModel(messages: readonly Message[], penalty: number): { model: TextModel; outOfFold: Judgement[] } {
  const features = messages.map(({ input }) => featuresOf(input));
  const outOfFold = crossValidate(messages, features, penalty);
  const { vocabulary, coefficients } = fit(messages, features, penalty);
  const bias = coefficients[vocabulary.names.length] ?? 0;
  const weights = new Map(vocabulary.names.map((name, index) => [name, coefficients[index] ?? 0]));
  return { model: { bias, calibration: calibrate(outOfFold), weights }, outOfFold };
}

function crossValidate(
  messages: readonly Message[],
  features: readonly Map<string, number>[],
  penalty: number,
): Judgement[] {
  const folds = foldOfScenario(messages);
  const judged: Judgement[] = [];
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const kept = messages.flatMap(({ scenario }, at) => (folds.get(scenario) === fold ? [] : [at]));
    const { vocabulary, coefficients } = fit(pickAll(messages, kept), pickAll(features, kept), penalty);
    for (const [at, message] of messages.entries()) {
      if (folds.get(message.scenario) === fold) {
        judged.push({ message, logOdds: dot(rowOf(features[at] ?? new Map(), vocabulary), coefficients) });
      }
    }
  }
  return judged;
}

function pickAll<T>(from: readonly T[], indices: readonly number[]): T[] {
  return indices.flatMap((at) => from.slice(at, at + 1));
}

function foldOfScenario(messages: readonly Message[]): Map<string, number> {
  const random = seededRandom(7);
  const shuffled = [...new Set(messages.map(({ scenario }) => scenario))]
    .map((scenario) => ({ scenario, place: random() }))
    .toSorted((one, other) => one.place - other.place);
  return new Map(shuffled.map(({ scenario }, at) => [scenario, at % FOLDS]));
}

function fit(messages: readonly Message[], features: readonly Map<string, number>[], penalty: number) {
  const vocabulary = vocabularyOf(messages, features);
  const sizes = Map.groupBy(messages, ({ scenario }) => scenario);
  const observations = messages.map(({ isLead, scenario }, at): Observation => ({
    row: rowOf(features[at] ?? new Map(), vocabulary),
    label: isLead ? 1 - LABEL_DOUBT : LABEL_DOUBT,
    // A scenario that was composed many times says little more than one that was written a few times.
    weight: Math.sqrt(4 / Math.max(4, sizes.get(scenario)?.length ?? 0)),
    offset: 0,
  }));
  const penalties = new Float64Array(vocabulary.names.length + 1).fill(penalty);
  penalties[vocabulary.names.length] = UNPENALISED;
  return { vocabulary, coefficients: fitLogistic(observations, penalties) };
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
  const names = [...scenarios].filter(([name, seen]) => seen.size >= leastScenarios(name)).map(([name]) => name);
  return { names, indices: new Map(names.map((name, index) => [name, index])) };
}

function leastScenarios(name: string): number {
  const kind = kindOf(name);
  return kind === "word" || kind === "phrase" || kind === "frame" ? LEAST_SCENARIOS[kind] : LEAST_SCENARIOS.other;
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
 * Platt's scaling: the line through the log-odds that makes what was judged unseen most likely. By the written messages alone: a
 * composed scenario is missed or met as a whole.
 */
function calibrate(judged: readonly Judgement[]): TextModel["calibration"] {
  const written = judged.filter(({ message }) => !message.isComposed);
  const observations = written.map(({ message, logOdds }): Observation => ({
    row: { indices: Int32Array.of(0, 1), values: Float64Array.of(logOdds, 1) },
    label: message.isLead ? 1 : 0,
    weight: 1,
    offset: 0,
  }));
  const [slope = 1, offset = 0] = fitLogistic(observations, new Float64Array(2).fill(UNPENALISED));
  return { slope, offset };
}

/** The mean log-loss of what was judged unseen, after calibration. */
export function lossOf(judged: readonly Judgement[], { slope, offset }: TextModel["calibration"]): number {
  const losses = judged.map(({ message, logOdds }) => {
    const probability = sigmoid(slope * logOdds + offset);
    return -Math.log(message.isLead ? probability : 1 - probability);
  });
  return losses.reduce((sum, loss) => sum + loss, 0) / losses.length;
}
