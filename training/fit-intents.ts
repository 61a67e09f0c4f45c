import { readFileSync } from "node:fs";
import { featuresOf, scoresOf, type IntentModel } from "#server/assistant/understanding/intent-model.ts";
import { wordsOf } from "#server/assistant/understanding/words.ts";

const EXAMPLES = new URL("assistant/examples.txt", import.meta.url);
const ROUNDS = 30;
/** Averages are stored as whole numbers of this fraction, so that the file is the same on every machine. */
const SCALE = 100;

export interface IntentExample {
  intent: string;
  /** `{x}` and `{n}` are names and numbers. */
  words: readonly string[];
}

/** The example questions of training/assistant, each with what it asks for. */
export function readIntentExamples(): IntentExample[] {
  let intent = "";
  return readFileSync(EXAMPLES, "utf8")
    .trimEnd()
    .split("\n")
    .flatMap((line) => {
      if (!line.startsWith("# ")) return [{ intent, words: wordsIn(line) }];
      intent = line.slice(2);
      return [];
    });
}

function wordsIn(line: string): string[] {
  return line
    .split(/(\{[nx]\})/u)
    .flatMap((part) =>
      part.startsWith("{") ? [part === "{n}" ? "1" : part] : wordsOf(part).words.map(({ meant }) => meant),
    );
}

/** An averaged perceptron over the examples: whole numbers, and therefore the same weights everywhere. */
export function fitIntents(examples: readonly IntentExample[]): IntentModel {
  const intents = [...new Set(examples.map(({ intent }) => intent))];
  const known = new Set(examples.flatMap(({ words }) => words).filter((word) => !/^[\d{]/u.test(word)));
  const cases = examples.map(({ intent, words }) => ({
    wanted: intents.indexOf(intent),
    features: featuresOf(words, known),
  }));
  const now = new Map<string, number[]>();
  const sums = new Map<string, number[]>();
  let step = 0;
  const change = (features: readonly string[], at: number, by: number): void => {
    for (const feature of features) {
      add(now, feature, at, by, intents.length);
      add(sums, feature, at, by * step, intents.length);
    }
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { wanted, features } of cases) {
      step += 1;
      const scores = intents.map(() => 0);
      for (const feature of features) {
        for (const [at, weight] of (now.get(feature) ?? []).entries()) scores[at] = (scores[at] ?? 0) + weight;
      }
      const others = scores.map((score, at) => (at === wanted ? -Infinity : score));
      const rival = others.indexOf(Math.max(...others));
      if ((scores[wanted] ?? 0) > (scores[rival] ?? 0)) continue;
      change(features, wanted, 1);
      change(features, rival, -1);
    }
  }
  const averages = [...now].map(([feature, row]) => {
    const sum = sums.get(feature) ?? [];
    const scaled = row.map((weight, at) => Math.round((SCALE * ((step + 1) * weight - (sum[at] ?? 0))) / step));
    return [feature, scaled.flatMap((weight, at): [number, number][] => (weight === 0 ? [] : [[at, weight]]))] as const;
  });
  return { intents, words: known, weights: new Map(averages.filter(([, row]) => row.length > 0)) };
}

function add(table: Map<string, number[]>, feature: string, at: number, by: number, length: number): void {
  const row = table.get(feature) ?? Array.from({ length }, () => 0);
  row[at] = (row[at] ?? 0) + by;
  table.set(feature, row);
}

/** The share of examples that a model trained on the others classifies as written. */
export function crossValidateIntents(examples: readonly IntentExample[], folds = 10): number {
  let right = 0;
  for (let fold = 0; fold < folds; fold += 1) {
    const model = fitIntents(examples.filter((_, at) => at % folds !== fold));
    for (const [at, { intent, words }] of examples.entries()) {
      if (at % folds !== fold) continue;
      const scores = scoresOf(model, featuresOf(words, model.words));
      if (model.intents[scores.indexOf(Math.max(...scores))] === intent) right += 1;
    }
  }
  return right / examples.length;
}
