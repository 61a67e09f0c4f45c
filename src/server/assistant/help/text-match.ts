import { HELP_PAGES } from "#server/assistant/help/help-pages.ts";
import { LIGHT, wordsOf } from "#server/assistant/understanding/words.ts";

/** Words in more of the texts say nothing about which is meant. */
const MOST_COMMON = 0.4;
/** A word of the title says more than one of the text. */
const OF_TITLE = 3;
/** BM25: how soon more of a word adds little, and how much longer texts count less. */
const [SATURATION, LENGTH] = [1.2, 0.75];

/** How much better a later paragraph must match. */
const CLEARLY = 1.5;

type Counts = ReadonlyMap<string, number>;

/** How well each of several texts matches the words of a question (BM25), in their order. */
function textMatcher(texts: readonly Counts[]): (words: readonly string[]) => number[] {
  const sizes = texts.map((text) => text.values().reduce((sum, count) => sum + count, 0));
  const average = sizes.reduce((sum, size) => sum + size, 0) / texts.length;
  const holders = new Map<string, number>();
  for (const text of texts) for (const word of text.keys()) holders.set(word, (holders.get(word) ?? 0) + 1);
  return (words) => {
    const asked = [...new Set(words.map(root))].flatMap((word) => {
      const n = holders.get(word) ?? 0;
      return n === 0 || n > Math.max(1, texts.length * MOST_COMMON)
        ? []
        : [[word, Math.log(1 + (texts.length - n + 0.5) / (n + 0.5))] as const];
    });
    return texts.map((text, at) => {
      const longer = SATURATION * (1 - LENGTH + LENGTH * ((sizes[at] ?? 0) / average));
      return asked.reduce((sum, [word, weight]) => {
        const count = text.get(word) ?? 0;
        return sum + (weight * count * (SATURATION + 1)) / (count + longer);
      }, 0);
    });
  };
}

let ofPages: ((words: readonly string[]) => number[]) | undefined;

/** How well each help text matches the words of a question, by its ID. */
export function helpMatches(words: readonly string[]): ReadonlyMap<string, number> {
  ofPages ??= textMatcher(
    HELP_PAGES.map(({ title, text, alsoKnownAs = "" }) =>
      countsOf(title, OF_TITLE, countsOf(`${text} ${alsoKnownAs}`)),
    ),
  );
  const scores = ofPages(words.filter((word) => !LIGHT.has(word)));
  return new Map(HELP_PAGES.map(({ id }, at) => [id, scores[at] ?? 0]));
}

/** The paragraphs of a help text, the one that a question is about first. */
export function bestFirst(text: string, words: readonly string[]): string {
  const paragraphs = text.split("\n\n");
  const scores = textMatcher(paragraphs.map((paragraph) => countsOf(paragraph)))(
    words.filter((word) => !LIGHT.has(word)),
  );
  const best = scores.indexOf(Math.max(...scores));
  if (best <= 0 || (scores[best] ?? 0) < CLEARLY * (scores[0] ?? 0)) return text;
  return [paragraphs[best], ...paragraphs.toSpliced(best, 1)].join("\n\n");
}

function countsOf(text: string, weight = 1, counts = new Map<string, number>()): Map<string, number> {
  for (const { meant } of wordsOf(text).words) counts.set(root(meant), (counts.get(root(meant)) ?? 0) + weight);
  return counts;
}

const root = (word: string): string => word.replace(/(?<=[a-z]{3})(?:ing|ed|es|s|e)$/u, "");
