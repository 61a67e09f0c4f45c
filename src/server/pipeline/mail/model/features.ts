import { CONCEPTS } from "./lexicon/concepts.ts";
import { phraseFinder } from "./phrase-finder.ts";
import type { Found, PhraseFinder } from "./phrase-finder.ts";
import { plainText, sentencesOf } from "./sentences.ts";
import type { Sentence } from "./sentences.ts";
import { shapeOf } from "./shape.ts";
import type { ModelInput } from "./text-model.ts";

/** Feature kinds. A feature's name is its kind, a space, and its meaning. */
export type FeatureKind =
  | "says"
  | "asks"
  | "subject"
  | "opens"
  | "frame"
  | "shape"
  | "word"
  | "phrase"
  | "header"
  | "from";

/**
 * The value of a feature by kind. With one penalty for all weights, a small value is a strong prior: single words need
 * more evidence than concepts do.
 */
export const LOUDNESS: Readonly<Record<FeatureKind, number>> = {
  says: 0.7,
  asks: 0.8,
  subject: 1.4,
  opens: 0.5,
  frame: 0.5,
  shape: 0.4,
  word: 0.6,
  phrase: 0.6,
  header: 1,
  from: 1,
};

/** Maximum distance between the two halves of a frame, in concepts. */
const FRAME_REACH = 2;
/** The sum of squared values in a message of ordinary length. */
const ORDINARY = 30;
const LEAST = 5;
/** Number of sentences that count as the opening, where most writers state their request. */
const OPENING = 2;
const PRONOUNS = new Set(["us", "you"]);

/** Built on first use: it takes 13 MB, and the main thread seldom classifies mail. */
let builtConcepts: PhraseFinder | null = null;

function concepts(): PhraseFinder {
  builtConcepts ??= phraseFinder(
    CONCEPTS.flatMap(({ name, phrases }) =>
      phrases
        .split(/,\s*/u)
        .filter((phrase) => phrase !== "")
        .map((phrase) => [spaced(plainText(phrase.replaceAll(/\s+/gu, " ").trim())), name] as const),
    ),
  );
  return builtConcepts;
}

/** Puts spaces around each character of scripts written without them. */
function spaced(phrase: string): string {
  return phrase
    .replaceAll(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu, " $& ")
    .replaceAll(/ +/gu, " ")
    .trim();
}

/** The features of a message and their values. Linear in the text; reads its first 3,000 characters. */
export function featuresOf({ subject, text, evidence }: ModelInput): Map<string, number> {
  const features = new Map<string, number>();
  const add = (kind: FeatureKind, what: string) => features.set(`${kind} ${what}`, LOUDNESS[kind]);

  for (const sentence of sentencesOf(withoutMarks(subject))) {
    for (const { meaning } of meaningsOf(sentence)) add("subject", meaning);
    addWords(sentence, add);
  }
  const sentences = sentencesOf(text);
  for (const [at, sentence] of sentences.entries()) {
    const meanings = meaningsOf(sentence);
    for (const { meaning } of meanings) {
      add("says", meaning);
      if (sentence.isQuestion) add("asks", meaning);
      if (at < OPENING && !PRONOUNS.has(meaning)) add("opens", meaning);
    }
    addFrames(meanings, add);
    addWords(sentence, add);
  }
  for (const shape of shapeOf(subject, text, sentences)) add("shape", shape);
  for (const name of evidence) {
    if (name.startsWith("from:")) add("from", name.slice("from:".length).toLowerCase());
    else add("header", name);
  }
  return evenedOut(features);
}

/** Scales values down in long messages and up in short ones, since length is not evidence. */
function evenedOut(features: Map<string, number>): Map<string, number> {
  let loudness = 0;
  for (const value of features.values()) loudness += value * value;
  const factor = (ORDINARY / Math.max(LEAST, loudness)) ** 0.25;
  for (const [name, value] of features) if (!name.startsWith("from ")) features.set(name, value * factor);
  return features;
}

export function kindOf(feature: string): FeatureKind {
  return feature.slice(0, feature.indexOf(" ")) as FeatureKind;
}

/** Drops "Re:", "AW:", "Fwd:", which say nothing about the topic. */
function withoutMarks(subject: string): string {
  return subject.replace(/^(?:\s{0,3}(?:re|aw|sv|rv|tr|wg|fw|fwd|antw)\s?:\s?)+/iu, "");
}

function meaningsOf({ words }: Sentence): Found[] {
  const found = concepts().find(words);
  return found.filter(
    (one) => !PRONOUNS.has(one.meaning) || !found.some((other) => other.at === one.at && other.length > one.length),
  );
}

/** Who does what to whom: ordered pairs of concepts in one sentence, with any number of words between. */
function addFrames(meanings: readonly Found[], add: (kind: FeatureKind, what: string) => void): void {
  for (const [at, first] of meanings.entries()) {
    for (const second of meanings.slice(at + 1, at + 1 + FRAME_REACH)) {
      if (second.meaning !== first.meaning && second.at > first.at)
        add("frame", `${first.meaning} → ${second.meaning}`);
    }
  }
}

function addWords({ words }: Sentence, add: (kind: FeatureKind, what: string) => void): void {
  for (const [at, word] of words.entries()) {
    add("word", word);
    const next = words[at + 1];
    if (next !== undefined) add("phrase", `${word} ${next}`);
  }
}
