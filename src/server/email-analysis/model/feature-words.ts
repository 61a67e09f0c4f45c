import { kindOf } from "./features.ts";
import { CONCEPTS } from "./lexicon/concepts.ts";

const SAYS: ReadonlyMap<string, string> = new Map(CONCEPTS.map(({ name, says }) => [name, says]));

/** What a feature stands for, in words for people. */
export function wordsOf(feature: string): string {
  const kind = kindOf(feature);
  const what = feature.slice(kind.length + 1);
  const meaning = SAYS.get(what) ?? what;
  switch (kind) {
    case "says":
      return sentence(meaning);
    case "asks":
      return `${sentence(meaning)}, in a question`;
    case "subject":
      return `The subject ${meaning}`;
    case "opens":
      return `${sentence(meaning)}, right at the start`;
    case "frame":
      return sentence(
        what
          .split(" → ")
          .map((name) => SAYS.get(name) ?? name)
          .join(", then "),
      );
    case "balance":
    case "shape":
      return sentence(what);
    case "word":
    case "phrase":
      return `The words “${what}”`.replace("words", kind === "word" ? "word" : "words");
    case "question":
      return `The word “${what}” in a question`;
    case "from":
      return `From ${what}`;
    case "header":
      return `Its headers: ${what}`;
  }
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
