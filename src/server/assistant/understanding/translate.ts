import { LANGUAGES, type Language } from "#shared/language.ts";
import {
  commonWords,
  foreignVocabulary,
  intentVocabulary,
  isQuestionWord,
} from "#server/assistant/understanding/intent-model.ts";
import { LEXICON } from "#server/assistant/understanding/lexicon.ts";
import { markNames, type KnownNames } from "#server/assistant/understanding/mark-names.ts";
import { editDistance } from "#shared/text/edit-distance.ts";
import { verbFirst } from "#server/assistant/understanding/verbs.ts";
import { plainWord, wordingOf, wordsOf, type Word, type Wording } from "#server/assistant/understanding/words.ts";

interface Phrases {
  /** English words by phrase, its words separated by spaces. */
  readonly english: ReadonlyMap<string, readonly string[]>;
  /** How many words the longest phrase has that begins with a word; most words begin none. */
  readonly longest: ReadonlyMap<string, number>;
}

/** Shorter words are too easily mistaken for others. */
const SHORTEST = 5;
const LONG = 8;
/** The weight of a word that only occurs in example questions: it may as well be a name. */
const OF_EXAMPLES = 0.5;
/** A language needs a word of its lexicon or two others. */
const LEAST_KNOWN = 1;
/** The weight of a verb that begins a request in a language. */
const OF_REQUEST = 2;
/** The same in several languages. */
const SHARED = new Set(
  "lead leads a in es me report score team mail source sources points export no on par top del".split(" "),
);

/** Built with the first question to save memory. */
const lexicons = new Map<Language, Phrases>();

function lexiconOf(language: Language): Phrases {
  const phrases = lexicons.get(language) ?? phrasesOf(LEXICON[language]);
  lexicons.set(language, phrases);
  return phrases;
}

/** Whether a question in any language may have a word. */
export function isAnyQuestionWord(word: string): boolean {
  return LANGUAGES.some(
    (language) => isQuestionWord(language)(word) || (language !== "en" && lexiconOf(language).english.has(word)),
  );
}

/** Whether many questions have a word, so that it isn't a name, even after "from". */
export function isCommon(word: string): boolean {
  return (
    commonWords().has(word) ||
    LANGUAGES.some(
      (language) =>
        lexiconOf(language).english.has(word) || (language !== "en" && foreignVocabulary(language).has(word)),
    )
  );
}

/** A question of this language in English words, as far as the lexicon goes. */
export function translateFrom(language: Exclude<Language, "en">, question: string): Wording {
  const { words } = inEnglish(wordsOf(question).words, lexiconOf(language), new Set());
  return wordingOf(question, words);
}

/**
 * The question in English words, which keep their place in the original, and the language it is in. The words of
 * `names` aren't translated.
 */
export function translate(
  question: string,
  names: KnownNames = {},
  before: Language = "en",
): { wording: Wording; language: Language } {
  const said = markNames(wordsOf(question), names);
  const spoken = wordingOf(question, inEnglish(said.words, lexiconOf("en"), new Set()).words);
  const wording = spoken.text === said.text ? said : markNames(spoken, { ...names, rules: [] });
  const vocabulary = intentVocabulary();
  let best: { wording: Wording; language: Language } = { wording, language: "en" };
  let most = wording.words.filter(
    ({ meant, isOfName, isOfLead }) =>
      isOfName !== true && isOfLead !== true && vocabulary.has(meant) && !SHARED.has(meant),
  ).length;
  for (const language of LANGUAGES) {
    if (language === "en") continue;
    // "Mach das" is a phrase rather than a verb.
    const request =
      lexiconOf(language).english.get(wording.text)?.join(" ") === "do it" ? null : verbFirst(said.words, language);
    const asked = request ?? said.words;
    const { words, known: others } = inEnglish(asked, lexiconOf(language), foreignVocabulary(language));
    // "Tagg Hannah Weiss as vip"
    const rest = inEnglish(request?.slice(1) ?? [], lexiconOf(language), foreignVocabulary(language)).known;
    if (request !== null && rest === 0 && most > 0 && language !== before) continue;
    const known = others + (request === null || isSameVerb(request, wording.words) ? 0 : OF_REQUEST);
    // "Comment connecter Gmail"
    const isForeign = wording.words.some(
      ({ meant }) => !vocabulary.has(meant) && lexiconOf(language).english.has(meant),
    );
    const isLikelier =
      known > most || (known === most && (language === before || (best.language === "en" && isForeign)));
    if (isLikelier && known >= LEAST_KNOWN) [best, most] = [{ wording: wordingOf(question, words), language }, known];
  }
  if (best.language === "en") return best;
  const isKnown = vocabulary.union(foreignVocabulary(best.language));
  const translated = correctly(best.wording, best.language, lexiconOf(best.language), isKnown);
  // A field may be named in the language of the question, such as "presupuesto".
  return { ...best, wording: markNames(translated, { ...names, rules: [] }) };
}

/** Whether the verb of a request is the same in English, such as "export". */
function isSameVerb([verb]: readonly Word[], words: readonly Word[]): boolean {
  return words.some(({ meant, start }) => meant === verb?.meant && start === verb.start);
}

/** Replaces unknown lowercase words that are one typo away from a word of the language. */
function correctly(wording: Wording, language: Language, phrases: Phrases, vocabulary: ReadonlySet<string>): Wording {
  const words = wording.words.flatMap((word) => {
    const { meant, said, isOfName, isOfLead } = word;
    // German nouns are capitalized.
    const isName = isOfName === true || isOfLead === true || (language !== "de" && said !== said.toLowerCase());
    if (isName || meant.length < SHORTEST || vocabulary.has(meant)) return [word];
    const most = meant.length >= LONG ? 2 : 1;
    const known = phrases.english
      .keys()
      .find((one) => one[0] === meant[0] && !one.includes(" ") && editDistance(meant, one, most) <= most);
    const english = known === undefined ? undefined : phrases.english.get(known);
    return english === undefined
      ? [word]
      : english.filter((one) => one !== "-").map((one) => ({ ...word, meant: one }));
  });
  return wordingOf(wording.question, words);
}

function inEnglish(
  words: readonly Word[],
  phrases: Phrases,
  others: ReadonlySet<string>,
): { words: Word[]; known: number } {
  const english: Word[] = [];
  let known = 0;
  for (let at = 0; at < words.length;) {
    const found = longestPhrase(words, at, phrases);
    const first = words[at];
    const last = words[at + (found?.length ?? 1) - 1];
    if (first === undefined || last === undefined) break;
    if (found === null) {
      english.push(first);
      if (first.isOfName !== true && first.isOfLead !== true && others.has(first.meant) && !SHARED.has(first.meant))
        known += OF_EXAMPLES;
    } else {
      if (found.length > 1 || !SHARED.has(first.meant)) known += found.length;
      for (const meant of found.english) {
        const number = words.slice(at, at + found.length).find(isNumber)?.meant ?? "";
        const said = meant === "#" ? (NUMERALS.get(number) ?? number) : meant;
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
  const first = words[at];
  if (first === undefined) return null;
  const begun = [first.meant, withoutArticle(first.meant), ...(isNumber(first) ? ["#"] : [])];
  const longest = Math.max(...begun.map((word) => phrases.longest.get(word) ?? 0));
  for (let length = Math.min(longest, words.length - at); length > 0; length -= 1) {
    const part = words.slice(at, at + length);
    if (part.some(({ isOfName, isOfLead }) => isOfName === true || isOfLead === true)) continue;
    const spoken = part.map((word) => (isNumber(word) && length > 1 ? "#" : word.meant)).join(" ");
    const english = phrases.english.get(spoken) ?? phrases.english.get(withoutArticle(spoken));
    if (english !== undefined) return { length, english };
  }
  return null;
}

/** Without a French article or pronoun before a vowel. */
const withoutArticle = (words: string): string => words.replace(/^[cdjlmnst]'|^qu'/u, "");

/** Words of other languages that no other language uses for something else. */
const NUMERALS = new Map(
  ["zwei deux dos", "drei trois tres", "vier quatre cuatro", "fünf cinq cinco", "sechs seis", "sieben sept siete"]
    .flatMap((names, at) =>
      plainWord(names)
        .split(" ")
        .map((name) => [name, String(at + 2)] as const),
    )
    .filter(([name]) => name !== "sept"),
);

const isNumber = ({ meant }: Word): boolean => /^\d+(?:[.,]\d+)*$/u.test(meant) || NUMERALS.has(meant);

function phrasesOf(text: string): Phrases {
  const entries = text.split(/[;\n]/u).flatMap((entry) => {
    const [phrases = "", english = ""] = entry.trim().split("=");
    return phrases.split("/").map((phrase) => [wordsIn(phrase), english.split(" ")] as const);
  });
  const english = new Map(entries.filter(([phrase]) => phrase !== ""));
  const longest = new Map<string, number>();
  for (const phrase of english.keys()) {
    const words = phrase.split(" ");
    const [first = ""] = words;
    longest.set(first, Math.max(words.length, longest.get(first) ?? 0));
  }
  return { english, longest };
}

/** A phrase as the words of a question are compared. */
function wordsIn(phrase: string): string {
  return plainWord(phrase).replaceAll("-", " ");
}
