import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";
import { answerAsked } from "#server/platform/thread.ts";
import type { PasswordQuestion } from "#server/features/accounts/credentials/password-strength.ts";

/** The library's highest score: more than 10^10 guesses. */
const STRONG = 4;
/** Checking takes longer with length; the rest only makes a password stronger. */
const READ_CHARACTERS = 64;
const SHORTEST_WORD = 3;

const PRODUCT = ["winnow", "leads", "sales"];
/** Long but well known. */
const FAMOUS = ["correct horse battery staple", "correcthorsebatterystaple"];

const COMMON = "it's one of the most common passwords, or close to one";
const REPEATS = "it repeats the same characters";
const KEYBOARD = "it follows the keys on the keyboard";
const CONTEXT = "it contains your username or a word like Winnow";
const NAME = "it's a name or a single word";

/** Keyed by the library's warnings. */
const REASONS: Readonly<Record<string, string>> = {
  straightRow: KEYBOARD,
  keyPattern: KEYBOARD,
  simpleRepeat: REPEATS,
  extendedRepeat: REPEATS,
  sequences: "it's a sequence, such as abc or 4321",
  recentYears: "it's little more than a year",
  dates: "it's little more than a date",
  topTen: COMMON,
  topHundred: COMMON,
  common: COMMON,
  similarToCommon: COMMON,
  wordByItself: NAME,
  namesByThemselves: NAME,
  commonNames: NAME,
};

const strength = new ZxcvbnFactory({
  dictionary: { ...dictionary, famous: FAMOUS },
  graphs: adjacencyGraphs,
  maxLength: READ_CHARACTERS,
});

answerAsked(({ password, context }: PasswordQuestion): string | null => {
  const text = password.normalize("NFKC");
  const words = [...context, ...context.flatMap((known) => known.split(/[^\p{L}\p{N}]+/u)), ...PRODUCT]
    .map((word) => word.normalize("NFKC").toLowerCase())
    .filter(({ length }) => length >= SHORTEST_WORD);
  // Attackers try these words first, so they don't count; the library also recognizes spellings like "w1nn0w".
  const rest = words.reduce((left, word) => left.replaceAll(word, ""), text.toLowerCase());
  const isTouched = rest.length < text.length;
  const { score, feedback, sequence } = strength.check(isTouched ? rest : text, words);
  if (score >= STRONG) return null;
  const isOfContext = isTouched || sequence.some((match) => match["dictionaryName"] === "userInputs");
  return isOfContext ? CONTEXT : (REASONS[feedback.warning ?? ""] ?? COMMON);
});
