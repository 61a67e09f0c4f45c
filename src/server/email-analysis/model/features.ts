import { CONCEPTS } from "./lexicon/concepts.ts";
import { phraseFinder } from "./phrase-finder.ts";
import type { Found } from "./phrase-finder.ts";
import { fold, sentencesOf } from "./sentences.ts";
import type { Sentence } from "./sentences.ts";
import { shapeOf } from "./shape.ts";
import type { ModelInput } from "./text-model.ts";

/** Kinds of features; a feature's name is its kind, a blank and what is meant. */
export type FeatureKind =
  | "says"
  | "asks"
  | "subject"
  | "opens"
  | "frame"
  | "balance"
  | "shape"
  | "word"
  | "phrase"
  | "stem"
  | "question"
  | "ends"
  | "header"
  | "from";

/**
 * How loudly a kind speaks. Under one penalty for all weights a small value is a strong prior: single words have to
 * prove themselves in more messages than what the words mean.
 */
const LOUDNESS: Readonly<Record<FeatureKind, number>> = {
  says: 0.7,
  asks: 0.8,
  subject: 1.4,
  opens: 0.5,
  frame: 0.5,
  balance: 0.2,
  shape: 0.4,
  word: 0.6,
  phrase: 0.6,
  stem: 0.5,
  question: 0.5,
  ends: 0.5,
  header: 1,
  from: 1,
};

/** How many meanings ahead the second half of a frame may stand. */
const FRAME_REACH = 2;
/** The loudness, as a sum of squares, of a message of ordinary length. */
const ORDINARY = 30;
const LEAST = 5;
/** Sentences that count as the opening, where most writers say what they want. */
const OPENING = 2;
/** Sentences that count as the ending, where stories come to what they were told for. */
const ENDING = 2;
/** Letters that words of one family begin with; shorter words are their own stem. */
const STEM = 5;
const PRONOUNS = new Set(["us", "you"]);

const concepts = phraseFinder(
  CONCEPTS.flatMap(({ name, phrases }) =>
    phrases
      .split(/,\s*/u)
      .filter((phrase) => phrase !== "")
      .map((phrase) => [fold(phrase.replaceAll(/\s+/gu, " ").trim()), name] as const),
  ),
);

/** What the model goes by, as features and their values. Pure; linear in the text, of which it reads the first 3,000 characters. */
export function featuresOf({ subject, text, evidence }: ModelInput): Map<string, number> {
  const features = new Map<string, number>();
  const add = (kind: FeatureKind, what: string) => features.set(`${kind} ${what}`, LOUDNESS[kind]);

  for (const sentence of sentencesOf(withoutMarks(subject))) {
    for (const { meaning } of meaningsOf(sentence)) add("subject", meaning);
    addWords(sentence, add);
  }
  const sentences = sentencesOf(text);
  const counts = new Map<string, number>();
  for (const [at, sentence] of sentences.entries()) {
    const meanings = meaningsOf(sentence);
    for (const { meaning } of meanings) {
      counts.set(meaning, (counts.get(meaning) ?? 0) + 1);
      add("says", meaning);
      if (sentence.isQuestion) add("asks", meaning);
      if (at < OPENING && !PRONOUNS.has(meaning)) add("opens", meaning);
    }
    addFrames(meanings, add);
    addWords(sentence, add);
    if (sentence.isQuestion) for (const word of sentence.words) add("question", word);
    if (at >= sentences.length - ENDING) for (const word of sentence.words) add("ends", word);
  }
  addBalance(counts, sentences, add);
  for (const shape of shapeOf(subject, text, sentences)) add("shape", shape);
  for (const name of evidence) {
    if (name.startsWith("from:")) add("from", name.slice("from:".length).toLowerCase());
    else add("header", name);
  }
  return evenedOut(features);
}

/** Long messages say more, yet are not surer for it: their features become quieter, those of short ones louder. */
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

/** "Re:", "AW:" and "Fwd:" tell of the way of the message, not of its matter. */
function withoutMarks(subject: string): string {
  return subject.replace(/^(?:\s{0,3}(?:re|aw|sv|rv|tr|wg|fw|fwd|antw)\s?:\s?)+/iu, "");
}

function meaningsOf({ words }: Sentence): Found[] {
  const found = concepts.find(words);
  return found.filter(
    (one) => !PRONOUNS.has(one.meaning) || !found.some((other) => other.at === one.at && other.length > one.length),
  );
}

/** Who does what to whom: ordered pairs of meanings of one sentence, however many words are between them. */
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
    if (word.length > STEM) add("stem", word.slice(0, STEM));
    const next = words[at + 1];
    if (next !== undefined) add("phrase", `${word} ${next}`);
  }
}

function addBalance(
  counts: ReadonlyMap<string, number>,
  sentences: readonly Sentence[],
  add: (kind: FeatureKind, what: string) => void,
): void {
  const count = (...names: string[]) => names.reduce((sum, name) => sum + (counts.get(name) ?? 0), 0);
  const wants = count(
    "need",
    "buy",
    "price",
    "ask",
    "do-you-sell",
    "papers",
    "quantity",
    "delivery",
    "tender",
    "resell",
  );
  const offers = count("offer", "benefit", "meeting", "praise", "proof", "probe", "our-goods", "your-business");
  if (wants > offers + 1) add("balance", "asks more than it offers");
  if (offers > wants + 1) add("balance", "offers more than it asks");
  if (wants === 0) add("balance", "asks for nothing that is sold");
  if (count("your-goods") > count("your-business")) add("balance", "speaks of the reader's goods rather than business");
  if (count("your-business") > count("your-goods")) add("balance", "speaks of the reader's business rather than goods");
  if (count("us", "our-need") > count("you") + 1) add("balance", "speaks of the writer more than of the reader");
  if (sentences.some(({ isQuestion }) => isQuestion)) add("balance", "has a question");
}
