import { readdirSync, readFileSync } from "node:fs";
import { featuresOf, rankIntents, type IntentModel } from "#server/assistant/understanding/intent-model.ts";
import { translateFrom } from "#server/assistant/understanding/translate.ts";
import { FIELD, wordsOf } from "#server/assistant/understanding/words.ts";
import { LANGUAGES, type Language } from "#shared/language.ts";

const EXAMPLES = new URL("assistant/", import.meta.url);
/** A name in place of `{x}` that no question contains. */
const NAME = "zzxq";
/** The same in place of `{f}`. */
const FIELD_NAME = "zzxf";
/** Rarer pairs of words say nothing about other questions. */
const LEAST_PAIRS = 3;

export interface IntentExample {
  intent: string;
  language: Language;
  /** In English as far as the lexicon goes; `{x}` stands for a name and `{f}` for a custom field. */
  words: readonly string[];
}

/** The example questions of training/assistant, each with what it asks for. */
export function readIntentExamples(): IntentExample[] {
  const files = readdirSync(EXAMPLES).filter((name) => name.endsWith(".txt"));
  return files.toSorted().flatMap((name) => {
    let intent = "";
    return readFileSync(new URL(name, EXAMPLES), "utf8")
      .trimEnd()
      .split("\n")
      .flatMap((line) => {
        if (!line.startsWith("# ")) return [{ intent, ...exampleOf(line) }];
        intent = line.slice(2);
        return [];
      });
  });
}

function exampleOf(line: string): Pick<IntentExample, "language" | "words"> {
  const language = LANGUAGES.find((one) => line.startsWith(`${one}: `)) ?? "en";
  const question = (language === "en" ? line : line.slice(4))
    .replaceAll("{x}", NAME)
    .replaceAll(FIELD, FIELD_NAME)
    .replaceAll("{n}", "1");
  const { words } = language === "en" ? wordsOf(question) : translateFrom(language, question);
  return { language, words: words.map(({ meant }) => (meant === NAME ? "{x}" : meant === FIELD_NAME ? FIELD : meant)) };
}

/** Counts the features of the examples. */
export function countQuestions(examples: readonly IntentExample[]): IntentModel {
  const intents = [...new Set(examples.map(({ intent }) => intent))];
  const wordsIn = (language: Language): Set<string> =>
    new Set(
      examples
        .filter((example) => example.language === language)
        .flatMap((example) => example.words)
        .filter((word) => !/^[\d{]/u.test(word)),
    );
  const words = wordsIn("en");
  const foreign = {
    de: wordsIn("de").difference(words),
    fr: wordsIn("fr").difference(words),
    es: wordsIn("es").difference(words),
  };
  const sizes = intents.map(() => 0);
  const counts = new Map<string, Map<number, number>>();
  for (const { intent, words: asked } of examples) {
    const at = intents.indexOf(intent);
    sizes[at] = (sizes[at] ?? 0) + 1;
    for (const feature of featuresOf(asked, () => true)) {
      const row = counts.get(feature) ?? new Map<number, number>();
      row.set(at, (row.get(at) ?? 0) + 1);
      counts.set(feature, row);
    }
  }
  const isKept = (feature: string, row: ReadonlyMap<number, number>): boolean =>
    !feature.includes(" ") || [...row.values()].reduce((sum, count) => sum + count, 0) >= LEAST_PAIRS;
  return {
    intents,
    sizes,
    words,
    foreign,
    counts: new Map(
      [...counts]
        .filter(([feature, row]) => isKept(feature, row))
        .map(([name, row]) => [name, [...row].flat().join(" ")]),
    ),
  };
}

/** The share of examples that a model of the others ranks first. */
export function crossValidateIntents(examples: readonly IntentExample[], folds = 10): number {
  let right = 0;
  for (let fold = 0; fold < folds; fold += 1) {
    const model = countQuestions(examples.filter((_, at) => at % folds !== fold));
    for (const [at, { intent, language, words }] of examples.entries()) {
      if (at % folds === fold && rankIntents(words, language, model)[0]?.id === intent) right += 1;
    }
  }
  return right / examples.length;
}
