import { fold } from "#server/pipeline/text/fold.ts";

/** Compiled patterns per keyword list. Rules are reloaded for each batch, but their lists rarely change. */
const patterns = new WeakMap<readonly string[], readonly (readonly [string, RegExp])[]>();

/**
 * Returns the keywords found in a text as whole words or phrases, ignoring case and accents; `word*` matches any
 * ending. Scripts without word spaces match anywhere.
 */
export function keywordHits(text: string, keywords: readonly string[]): string[] {
  if (keywords.length === 0) return [];
  const folded = fold(text).replace(/\s+/gu, " ");
  return patternsOf(keywords)
    .filter(([, pattern]) => pattern.test(folded))
    .map(([keyword]) => keyword);
}

function patternsOf(keywords: readonly string[]): readonly (readonly [string, RegExp])[] {
  const known = patterns.get(keywords);
  if (known !== undefined) return known;
  const made = keywords.flatMap((keyword) => {
    const words = fold(keyword).trim();
    return words.replaceAll("*", "") === "" ? [] : [[keyword, patternOf(words)] as const];
  });
  patterns.set(keywords, made);
  return made;
}

function patternOf(words: string): RegExp {
  const isPrefix = words.endsWith("*");
  const phrase = words
    .replace(/\*+$/u, "")
    .split(/\s+/u)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|/-]/gu, String.raw`\$&`))
    .join(String.raw`[\s\p{P}]{1,3}`);
  const isUnspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u.test(words);
  if (isUnspaced) return new RegExp(phrase, "v");
  return new RegExp(String.raw`(?<![\p{L}\p{N}])${phrase}${isPrefix ? "" : String.raw`(?![\p{L}\p{N}])`}`, "v");
}
