import { readFileSync } from "node:fs";
import { z } from "zod";

/** Lists are stored as text: words, and pairs of an intent's position and its weight. */
const ModelFile = z.object({ intents: z.string(), words: z.string(), weights: z.record(z.string(), z.string()) });

export interface IntentModel {
  intents: readonly string[];
  /** Every word of the examples. */
  words: ReadonlySet<string>;
  /** For each feature, intents by position with their weights. */
  weights: ReadonlyMap<string, readonly (readonly [intent: number, weight: number])[]>;
}

const FILE = new URL("intent-weights.json", import.meta.url);

/** Loaded with the first question to save memory. */
let shipped: IntentModel | undefined;

function shippedModel(): IntentModel {
  return (shipped ??= parseIntents(readFileSync(FILE, "utf8")));
}

/** Every word of the example questions. */
export function intentVocabulary(): ReadonlySet<string> {
  return shippedModel().words;
}

/** The intents of a question's words, most likely first. */
export function rankIntents(words: readonly string[]): string[] {
  const model = shippedModel();
  const scores = scoresOf(model, featuresOf(words, model.words));
  return model.intents
    .map((intent, at) => ({ intent, score: scores[at] ?? 0 }))
    .toSorted((one, other) => other.score - one.score)
    .map(({ intent }) => intent);
}

/** Words and pairs of a question. Unknown words are `{x}`, consecutive ones a single name; numbers are `{n}`. */
export function featuresOf(words: readonly string[], known: ReadonlySet<string>): string[] {
  const seen = words
    .map((word) => (/^\d{1,4}(?!\d)/u.test(word) ? "{n}" : known.has(word) ? stem(word) : "{x}"))
    .filter((word, at, all) => word !== "{x}" || all[at - 1] !== "{x}");
  const around = ["^", ...seen, "$"];
  return [...new Set([...seen, ...around.slice(1).map((word, at) => `${around[at]} ${word}`)])];
}

/** The score of each intent. */
export function scoresOf({ intents, weights }: IntentModel, features: readonly string[]): number[] {
  const scores = intents.map(() => 0);
  for (const feature of features) {
    for (const [at, weight] of weights.get(feature) ?? []) scores[at] = (scores[at] ?? 0) + weight;
  }
  return scores;
}

/** Parses the file of weights. Throws if the text is not one. */
function parseIntents(text: string): IntentModel {
  const { intents, words, weights } = ModelFile.parse(JSON.parse(text));
  const rows = Object.entries(weights).map(([feature, row]) => {
    const numbers = row.split(" ").map(Number);
    const pairs = numbers.flatMap((at, index) => (index % 2 === 0 ? [[at, numbers[index + 1] ?? 0] as const] : []));
    return [feature, pairs] as const;
  });
  return { intents: intents.split(" "), words: new Set(words.split(" ")), weights: new Map(rows) };
}

/** Deterministic: the same model always produces the same bytes. */
export function formatIntents({ intents, words, weights }: IntentModel): string {
  const rows = [...weights].map(([feature, row]) => [feature, row.flat().join(" ")] as const);
  const file = {
    intents: intents.join(" "),
    words: [...words].toSorted().join(" "),
    weights: Object.fromEntries(rows.toSorted(([one], [other]) => (one < other ? -1 : 1))),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** Strips English plurals and endings, so that "matched" counts like "matches". */
function stem(word: string): string {
  return word.replace(/(?<=[a-z]{3})(?:ing|ed|es|s)$/u, "");
}
