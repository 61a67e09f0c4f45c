import { kindOf } from "./features.ts";
import { CONCEPTS } from "./lexicon/concepts.ts";
import { isStopWord } from "./stop-words.ts";

const SAYS: ReadonlyMap<string, string> = new Map(CONCEPTS.map(({ name, says }) => [name, says]));

/** What stands in the place of numbers and addresses. */
const MARKS: ReadonlyMap<string, string> = new Map([
  ["#", "A number"],
  ["%", "A percentage"],
  ["<money>", "An amount of money"],
  ["<url>", "A link"],
  ["<mail>", "An e-mail address"],
]);

/** Whom a sentence is about weighs, but is no reason that anybody would give. */
const UNTELLING = new Set(["us", "you"]);

/** A model has some thousand features, and a busy mailbox teaches it some thousand more. */
const REMEMBERED = 50_000;
/** Empty for what cannot be told. */
const remembered = new Map<string, string>();

/**
 * What a feature stands for, in words for people; undefined for what weighs without explaining anything, such as words that
 * hold a sentence together. A phrase stands for its telling words, quoted, without accents.
 */
export function wordsOf(feature: string): string | undefined {
  const known = remembered.get(feature);
  if (known !== undefined) return known === "" ? undefined : known;
  if (remembered.size >= REMEMBERED) remembered.clear();
  const words = toldOf(feature);
  remembered.set(feature, words ?? "");
  return words;
}

/** The same with the quoted words as the writer spelled them. */
export function respelled(words: string, spell: (word: string) => string): string {
  return words.replace(/(?<=“).+(?=”$)/u, (inside) => inside.split(" ").map(spell).join(" "));
}

function toldOf(feature: string): string | undefined {
  const kind = kindOf(feature);
  const what = feature.slice(kind.length + 1);
  const meaning = SAYS.get(what) ?? what;
  switch (kind) {
    case "says":
    case "opens":
    case "asks":
      return UNTELLING.has(what) ? undefined : sentence(meaning);
    case "subject":
      return UNTELLING.has(what) ? undefined : `The subject ${meaning}`;
    case "frame":
      return frame(what.split(" → ").filter((name) => !UNTELLING.has(name)));
    case "balance":
    case "shape":
      return sentence(meaning);
    case "word":
    case "phrase":
      return quoted(what.split(" ").filter((word) => !isStopWord(word) || MARKS.has(word)));
    case "question":
      return placed("In a question", what);
    case "ends":
      return placed("Near the end", what);
    case "stem":
      return isStopWord(what) ? undefined : `Words that begin with “${what}”`;
    case "from":
      return `From ${what}`;
    case "header":
      return `Its headers: ${what}`;
  }
}

function frame(names: readonly string[]): string | undefined {
  return names.length === 0 ? undefined : sentence(names.map((name) => SAYS.get(name) ?? name).join(", then "));
}

function quoted(words: readonly string[]): string | undefined {
  const telling = words.filter((word) => !MARKS.has(word));
  const mark = MARKS.get(words[0] ?? "");
  if (telling.length === 0) return mark;
  return `The word${telling.length > 1 ? "s" : ""} “${telling.join(" ")}”`;
}

function placed(place: string, word: string): string | undefined {
  return isStopWord(word) || MARKS.has(word) ? undefined : `${place}: “${word}”`;
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
