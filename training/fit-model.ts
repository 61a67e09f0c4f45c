import { hashOf } from "#server/pipeline/mail/model/hash.ts";
import { pairSharesOf, type TextModel } from "#server/pipeline/mail/model/text-model.ts";
import type { Observation, Row as SparseRow } from "#server/insight/learning/logistic.ts";
import { fitSparse } from "#server/insight/learning/sparse-fit.ts";
import { fitPairs } from "./factorization.ts";
import { hasSender, isListed, isPlainMail, readObservations, rowOf, type Origin, type Row } from "./observations.ts";
import { writtenMessages } from "./read-messages.ts";

/** Weight of an invented message; a real one has 1. More of it costs accuracy on real messages. */
const INVENTED_WEIGHT = 0.4;
/** How much more a lead from a list or forum counts, where leads are rarer than among inquiries to a business. */
const LIST_LEAD = 5;
/** How much more ordinary mail counts, so that list leads don't make the model take it for inquiries. */
const ORDINARY = 2;
/** Label smoothing. */
const LABEL_DOUBT = 0.02;
const PENALTY = 0.35;
const UNPENALIZED = 1e-4;
/** Features in fewer real messages have no factors, to keep the model small. */
const FREQUENT = 100;
const FOLDS = 5;
/** Excluded from calibration and figures. */
const INVENTED = "invented";
/** The set of invented messages modeled on real ones. */
const MODELED = "variants";

export interface Example {
  origin: Origin;
  row: Row;
}

export interface CrossValidated {
  origin: Origin;
  /** From a model that hasn't seen its group. */
  logOdds: number;
}

/** The stored features of real messages, and the invented messages. */
export function trainingExamples(): Example[] {
  const invented = writtenMessages().map(({ input, isLead, language, file }): Example => ({
    origin: { source: file, group: `invented:${file}`, set: INVENTED, lang: language, isLead, weight: INVENTED_WEIGHT },
    row: rowOf(input),
  }));
  const real = readObservations().map(({ origin, row }): Example => ({
    origin: { ...origin, weight: shareOf(origin) * origin.weight },
    row,
  }));
  return [...real, ...invented];
}

function shareOf({ set, isLead }: Origin): number {
  if (isListed(set)) return isLead ? LIST_LEAD : 1;
  return isPlainMail(set) ? ORDINARY : 1;
}

/** The model to ship, and its cross-validation. */
export function trainModel(): { model: TextModel; crossValidated: CrossValidated[]; examples: number } {
  const examples = trainingExamples();
  const crossValidated = crossValidate(examples);
  const model = { ...fitWeights(examples), calibration: calibrate(crossValidated), shifts: new Map<string, number>() };
  return { model, crossValidated, examples: examples.length };
}

/** Fits the weights, without calibration. */
export function fitWeights(examples: readonly Example[]): Pick<TextModel, "bias" | "weights" | "pairs"> {
  const columns = new Map<number, number>();
  const counts: number[] = [];
  // Features found only in invented messages are their authors' habits.
  for (const { origin, row } of examples) {
    if (origin.set === INVENTED) continue;
    for (const hash of row.hashes) {
      const column = columns.get(hash) ?? columns.size;
      columns.set(hash, column);
      counts[column] = (counts[column] ?? 0) + 1;
    }
  }
  const observations = examples.map(({ origin, row }): Observation => ({
    ...sparse(row, columns),
    label: origin.isLead ? 1 - LABEL_DOUBT : LABEL_DOUBT,
    weight: origin.weight,
  }));
  const isFrequent = (column: number) => (counts[column] ?? 0) >= FREQUENT;
  const { weights, factors } = fitPairs(observations, penaltiesOf(observations, columns.size), isFrequent);
  return {
    bias: weights[columns.size] ?? 0,
    weights: new Map([...columns].map(([hash, column]) => [hash, weights[column] ?? 0])),
    pairs: new Map(
      [...columns].flatMap(([hash, column]) => {
        const own = factors.get(column);
        return own ? [[hash, own]] : [];
      }),
    ),
  };
}

/** The log-odds of every real message from a model that hasn't seen its group. */
function crossValidate(examples: readonly Example[]): CrossValidated[] {
  const foldOf = ({ origin }: Example): number => hashOf(origin.group) % FOLDS;
  return Array.from({ length: FOLDS }, (_, fold) => {
    const { bias, weights, pairs } = fitWeights(examples.filter((example) => foldOf(example) !== fold));
    return examples
      .filter((example) => example.origin.set !== INVENTED && foldOf(example) === fold)
      .map(({ origin, row }): CrossValidated => {
        let logOdds = pairSharesOf(pairs, row.hashes, row.values).reduce((sum, share) => sum + share, bias);
        for (const [at, hash] of row.hashes.entries()) logOdds += (weights.get(hash) ?? 0) * (row.values[at] ?? 0);
        return { origin, logOdds };
      });
  }).flat();
}

/** Platt scaling (1999): the slope and offsets that best fit real held-out messages. */
function calibrate(crossValidated: readonly CrossValidated[]): TextModel["calibration"] {
  const real = crossValidated.filter(({ origin }) => origin.set !== MODELED);
  const observations = real.map(({ origin, logOdds }): Observation => ({
    indices: Int32Array.of(0, 1, 2),
    values: Float64Array.of(logOdds, 1, hasSender(origin) ? 1 : 0),
    label: origin.isLead ? 1 : 0,
    weight: origin.weight,
  }));
  const penalties = new Float64Array(3).fill(UNPENALIZED);
  const [slope = 1, offset = 0, sender = 0] = fitSparse(observations, penalties, 1e-6);
  return { slope, offset, sender };
}

/** The last column is the bias, which every message has. */
function sparse({ hashes, values }: Row, columns: ReadonlyMap<number, number>): SparseRow {
  const indices: number[] = [];
  const known: number[] = [];
  for (const [at, hash] of hashes.entries()) {
    const column = columns.get(hash);
    if (column === undefined) continue;
    indices.push(column);
    known.push(values[at] ?? 0);
  }
  return { indices: Int32Array.from([...indices, columns.size]), values: Float64Array.from([...known, 1]) };
}

/**
 * Penalizes features by the root of how often they occur, so common ones don't crowd out telling rare ones. Random
 * feature dropout has a similar effect (Wager, Wang & Liang 2013).
 */
function penaltiesOf(observations: readonly Observation[], features: number): Float64Array {
  const loudness = new Float64Array(features + 1);
  for (const { indices, values, weight } of observations) {
    for (let at = 0; at < indices.length; at += 1) {
      const column = indices[at] ?? 0;
      loudness[column] = (loudness[column] ?? 0) + weight * (values[at] ?? 0) ** 2;
    }
  }
  const penalties = loudness.map((each) => PENALTY * Math.sqrt(each));
  penalties[features] = UNPENALIZED;
  return penalties;
}
