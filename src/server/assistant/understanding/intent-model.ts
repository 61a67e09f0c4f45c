import { readFileSync } from "node:fs";
import { z } from "zod";
import { helpMatches } from "#server/assistant/help/text-match.ts";
import { LANGUAGES, type Language } from "#shared/language.ts";
import { FIELD } from "#server/assistant/understanding/words.ts";

/** How often the example questions of each intent have each feature. Lists are text, since they're parsed on use. */
const ModelFile = z.object({
  intents: z.string(),
  sizes: z.string(),
  words: z.string(),
  foreign: z.record(z.enum(LANGUAGES).exclude(["en"]), z.string()),
  /** "feature=position count position count;…" */
  counts: z.string(),
});

export interface IntentModel {
  intents: readonly string[];
  /** The number of examples of each intent. */
  sizes: readonly number[];
  /** Every word of the English examples. */
  words: ReadonlySet<string>;
  /** The words of the others that the lexicon doesn't translate. */
  foreign: Readonly<Record<Exclude<Language, "en">, ReadonlySet<string>>>;
  /** For each feature, the positions of intents, each followed by how many of its examples have the feature. */
  counts: ReadonlyMap<string, string>;
}

export interface RankedIntent {
  /** `help:` and the id of a help text, or what of the data is asked for. */
  id: string;
  /** 0 to 1, of all intents together 1. */
  probability: number;
}

/** The weight of examples that weren't seen, each with the features of all questions. */
const SMOOTHING = 30;
/** Pairs and beginnings of words repeat what the words say. */
const WEIGHTS = { word: 1, pair: 0.5, beginning: 0.7 };
const BEGINNING = 5;

/** The weight of the words that a question shares with a help text, and how many of them any question does. */
const OF_TEXT = { weight: 0.3, usual: 3 };

/** How much likelier than a help text an answer from the data is, whatever the words. */
const DATA_PRIOR = 10;
/** The same for a question that asks how something is done. */
const DATA_PRIOR_OF_HOW = 0.1;
/** The same for one that wants to see something. */
const DATA_PRIOR_OF_LISTS = 100;
const LISTS = /^(?:(?:please|so|and|ok) )*(?:list|show|give me|how many|count)\b(?!.* how\b)/u;
/** "How do I approve a lead?" asks how, whatever it asks about. */
const HOW =
  /^(?:(?:please|hi|hey|hello|ok|so|and|but|well) )*(?:how (?:is|does|gets?) an? |how (?!(?:many|much|high|low|long|often|old|good|well|is|are|was|were|did|has|have|far|fast|big|come|about)\b)|where (?:do|can|could|should)\b|(?:can|could|may) (?!you\b|he\b|she\b|they\b)|is it possible\b|is there (?:an? )?(?:way|option|guide)\b|do (?:i|we) (?:need|have to)\b|does winnow\b|(?:what|why|when) (?:is|does|would) an? )/u;

/** The least examples with a word that others are corrected to. */
const LEAST_COMMON = 3;

const OF_HELP = "help:";

const FILE = new URL("intent-counts.json", import.meta.url);

/** Loaded with the first question to save memory. */
let shipped: IntentModel | undefined;
let common: ReadonlySet<string> | undefined;

function shippedModel(): IntentModel {
  return (shipped ??= parseIntents(readFileSync(FILE, "utf8")));
}

/** Every word of the example questions in English. */
export function intentVocabulary(): ReadonlySet<string> {
  return shippedModel().words;
}

/** The words that typos are corrected to; a rarer one is as likely to be another word. */
export function commonWords(): ReadonlySet<string> {
  return (common ??= new Set([...shippedModel().words].filter((word) => occurrences(word) >= LEAST_COMMON)));
}

function occurrences(word: string): number {
  const row = countsOf(shippedModel(), stem(word));
  return row === undefined ? 0 : sumOf(row);
}

/** The words of the example questions in another language that the lexicon doesn't translate. */
export function foreignVocabulary(language: Exclude<Language, "en">): ReadonlySet<string> {
  return shippedModel().foreign[language];
}

/** The share of a word's examples that the product answers; 0 for a word that is too rare. */
export function productShare(word: string): number {
  const { intents } = shippedModel();
  const row = countsOf(shippedModel(), stem(word));
  const all = row === undefined ? 0 : sumOf(row);
  return all < LEAST_COMMON ? 0 : 1 - (row?.get(intents.indexOf("none")) ?? 0) / all;
}

/** Whether an example question in the language has a word. */
export function isQuestionWord(language: Language): (word: string) => boolean {
  const others = language === "en" ? undefined : foreignVocabulary(language);
  return (word) => intentVocabulary().has(word) || others?.has(word) === true;
}

/** The intents whose examples have a word; null for a word that is too rare to say anything. */
export function intentsOfWord(word: string): ReadonlySet<string> | null {
  const { intents } = shippedModel();
  const row = countsOf(shippedModel(), stem(word));
  if (row === undefined || sumOf(row) < LEAST_COMMON) return null;
  return new Set([...row.keys()].flatMap((at) => intents[at] ?? []));
}

/** Whether a question asks how something is done rather than for what the data says. */
export function asksHow(text: string): boolean {
  return HOW.test(text);
}

/** The intents of a question's words, most likely first. */
export function rankIntents(
  words: readonly string[],
  language: Language = "en",
  model: IntentModel = shippedModel(),
): RankedIntent[] {
  const others = language === "en" ? undefined : model.foreign[language];
  const scores = scoresOf(
    model,
    featuresOf(words, (word) => model.words.has(word) || others?.has(word) === true),
  );
  const matches = helpMatches(words);
  for (const [at, id] of model.intents.entries())
    if (id.startsWith(OF_HELP))
      scores[at] = (scores[at] ?? 0) + OF_TEXT.weight * ((matches.get(id.slice(OF_HELP.length)) ?? 0) - OF_TEXT.usual);
  const highest = Math.max(...scores);
  const text = words.join(" ");
  const prior = asksHow(text) ? DATA_PRIOR_OF_HOW : LISTS.test(text) ? DATA_PRIOR_OF_LISTS : DATA_PRIOR;
  const shares = scores.map(
    (score, at) => Math.exp(score - highest) * (model.intents[at]?.startsWith(OF_HELP) === true ? 1 : prior),
  );
  const sum = shares.reduce((total, share) => total + share, 0);
  return model.intents
    .map((id, at) => ({ id, probability: (shares[at] ?? 0) / sum }))
    .toSorted((one, other) => other.probability - one.probability);
}

/**
 * Words, pairs and beginnings of words of a question. Unknown words are `{x}`, consecutive ones a single name; numbers
 * are `{n}`, and custom fields `{f}`.
 */
export function featuresOf(words: readonly string[], isKnown: (word: string) => boolean): string[] {
  const seen = words
    .map((word) => (/^\d{1,4}(?!\d)/u.test(word) ? "{n}" : isKnown(word) ? stem(word) : word === FIELD ? word : "{x}"))
    .filter((word, at, all) => word !== "{x}" || all[at - 1] !== "{x}");
  const around = ["^", ...seen, "$"];
  const pairs = around.slice(1).map((word, at) => `${around[at]} ${word}`);
  const beginnings = words.filter((word) => /^[a-z]{6,}$/u.test(word)).map((word) => `~${word.slice(0, BEGINNING)}`);
  return [...new Set([...seen, ...pairs, ...beginnings])];
}

/** Logarithms of how much more likely a question has its features in each intent than in all (naive Bayes). */
function scoresOf(model: IntentModel, features: readonly string[]): number[] {
  const { sizes } = model;
  const examples = sizes.reduce((sum, size) => sum + size, 0);
  const scores = sizes.map((size) => Math.log(size / examples));
  for (const feature of features) {
    const row = countsOf(model, feature);
    if (row === undefined) continue;
    const weight = feature.startsWith("~") ? WEIGHTS.beginning : feature.includes(" ") ? WEIGHTS.pair : WEIGHTS.word;
    const expected = (SMOOTHING * sumOf(row)) / examples;
    for (const at of sizes.keys()) {
      const share = ((row.get(at) ?? 0) + expected) / ((sizes[at] ?? 0) + SMOOTHING);
      scores[at] = (scores[at] ?? 0) + weight * Math.log((share * SMOOTHING) / expected);
    }
  }
  return scores;
}

/** How many examples of each intent have a feature; parsed on use, so that the model loads fast. */
function countsOf({ counts }: IntentModel, feature: string): ReadonlyMap<number, number> | undefined {
  const numbers = counts.get(feature)?.split(" ").map(Number);
  if (numbers === undefined) return undefined;
  return new Map(numbers.flatMap((at, index) => (index % 2 === 0 ? [[at, numbers[index + 1] ?? 0] as const] : [])));
}

function sumOf(row: ReadonlyMap<number, number>): number {
  return row.values().reduce((sum, count) => sum + count, 0);
}

/** Parses the file of counts. Throws if the text is not one. */
function parseIntents(text: string): IntentModel {
  const { intents, sizes, words, foreign, counts } = ModelFile.parse(JSON.parse(text));
  return {
    intents: intents.split(" "),
    sizes: sizes.split(" ").map(Number),
    words: new Set(words.split(" ")),
    foreign: mapped(foreign, (others) => new Set(others.split(" "))),
    counts: new Map(
      counts.split(";").map((entry) => {
        const [feature = "", numbers = ""] = entry.split("=");
        return [feature, numbers] as const;
      }),
    ),
  };
}

/** Deterministic: the same model always produces the same bytes. */
export function formatIntents({ intents, sizes, words, foreign, counts }: IntentModel): string {
  const file = {
    intents: intents.join(" "),
    sizes: sizes.join(" "),
    words: [...words].toSorted().join(" "),
    foreign: mapped(foreign, (others) => [...others].toSorted().join(" ")),
    counts: [...counts]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map((entry) => entry.join("="))
      .join(";"),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** Strips English plurals and endings, so that "matched" counts like "matches". */
export function stem(word: string): string {
  return word.replace(/(?<=[a-z]{3})(?:ing|ed|es|s)$/u, "");
}

function mapped<T, U>(
  of: Readonly<Record<Exclude<Language, "en">, T>>,
  change: (one: T) => U,
): Record<Exclude<Language, "en">, U> {
  return { de: change(of.de), fr: change(of.fr), es: change(of.es) };
}
