import { LANGUAGES, type Language } from "#shared/language.ts";
import { intentVocabulary } from "#server/assistant/understanding/intent-model.ts";
import { LEXICON } from "#server/assistant/understanding/lexicon.ts";
import { editDistance } from "#shared/edit-distance.ts";
import { plainWord, wordingOf, wordsOf, type Word, type Wording } from "#server/assistant/understanding/words.ts";

/** English words by phrase, its words separated by spaces. */
type Phrases = ReadonlyMap<string, readonly string[]>;

const LONGEST = 5;
/** Shorter words are too easily mistaken for others. */
const SHORTEST = 5;
/** The same in several languages. */
const SHARED = new Set([
  "lead",
  "leads",
  "a",
  "in",
  "es",
  "me",
  "report",
  "score",
  "team",
  "mail",
  "source",
  "sources",
  "points",
  "export",
  "no",
  "in",
  "on",
  "par",
]);

/** Built with the first question to save memory. */
let lexicons: ReadonlyMap<Language, Phrases> | undefined;

/** The question in English words, which keep their place in the original, and the language it is in. */
export function translate(question: string): { wording: Wording; language: Language } {
  const wording = wordsOf(question);
  lexicons ??= new Map(Object.entries(LEXICON).map(([language, text]) => [language as Language, phrasesOf(text)]));
  const vocabulary = intentVocabulary();
  let best: { wording: Wording; language: Language } = { wording, language: "en" };
  let most = wording.words.filter(({ meant }) => vocabulary.has(meant) && !SHARED.has(meant)).length;
  for (const language of LANGUAGES) {
    const phrases = lexicons.get(language);
    if (phrases === undefined) continue;
    const { words, known } = inEnglish(wording.words, phrases);
    if (known > most) [best, most] = [{ wording: wordingOf(question, words), language }, known];
  }
  const phrases = lexicons.get(best.language);
  return phrases === undefined ? best : { ...best, wording: correctly(best.wording, phrases, vocabulary) };
}

/** Replaces unknown lowercase words that are one typo away from a word of the language. */
function correctly(wording: Wording, phrases: Phrases, vocabulary: ReadonlySet<string>): Wording {
  const words = wording.words.flatMap((word) => {
    const { meant, said } = word;
    if (meant.length < SHORTEST || vocabulary.has(meant) || said !== said.toLowerCase()) return [word];
    const known = phrases
      .keys()
      .find((one) => one[0] === meant[0] && !one.includes(" ") && editDistance(meant, one, 1) <= 1);
    const english = known === undefined ? undefined : phrases.get(known);
    return english === undefined
      ? [word]
      : english.filter((one) => one !== "-").map((one) => ({ ...word, meant: one }));
  });
  return wordingOf(wording.question, words);
}

function inEnglish(words: readonly Word[], phrases: Phrases): { words: Word[]; known: number } {
  const english: Word[] = [];
  let known = 0;
  for (let at = 0; at < words.length;) {
    const found = longestPhrase(words, at, phrases);
    const first = words[at];
    const last = words[at + (found?.length ?? 1) - 1];
    if (first === undefined || last === undefined) break;
    if (found === null) english.push(first);
    else {
      if (!SHARED.has(first.meant)) known += found.length;
      for (const meant of found.english) {
        const said = meant === "#" ? (words.slice(at, at + found.length).find(isNumber)?.meant ?? "") : meant;
        if (said !== "-") english.push({ ...first, meant: said, end: last.end });
      }
    }
    at += found?.length ?? 1;
  }
  return { words: english, known };
}

function longestPhrase(
  words: readonly Word[],
  at: number,
  phrases: Phrases,
): { length: number; english: readonly string[] } | null {
  for (let length = Math.min(LONGEST, words.length - at); length > 0; length -= 1) {
    const part = words.slice(at, at + length);
    const spoken = part.map((word) => (isNumber(word) && length > 1 ? "#" : word.meant)).join(" ");
    const english = phrases.get(spoken) ?? phrases.get(spoken.replace(/^[cdjlmnst]'|^qu'/u, ""));
    if (english !== undefined) return { length, english };
  }
  return null;
}

const isNumber = ({ meant }: Word): boolean => /^\d+$/u.test(meant);

function phrasesOf(text: string): Phrases {
  const entries = text.split(/[;\n]/u).flatMap((entry) => {
    const [phrases = "", english = ""] = entry.trim().split("=");
    return phrases.split("/").map((phrase) => [wordsIn(phrase), english.split(" ")] as const);
  });
  return new Map(entries.filter(([phrase]) => phrase !== ""));
}

/** A phrase as the words of a question are compared. */
function wordsIn(phrase: string): string {
  return plainWord(phrase).replaceAll("-", " ");
}
