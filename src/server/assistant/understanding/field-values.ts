import { readFieldValue } from "#shared/contract/leads/field-value.ts";
import type { Language } from "#shared/language.ts";
import { LIMITS } from "#shared/limits.ts";
import { isOption } from "#server/assistant/understanding/mark-names.ts";
import { plainWord, wordsOf, type Word } from "#server/assistant/understanding/words.ts";

const CURRENCY = "(?:eur|usd|chf|gbp|euros?|dollars?|pounds?|percent)";
export const amount = (name: string): string =>
  String.raw`(?:${CURRENCY} )?(?<${name}>\d{1,3}(?: \d{3})+(?!\d)|\d[\d.,]*)(?: (?<${name}Unit>k|thousand|m|mio|million)\b)?(?: ${CURRENCY}\b)?`;

/** After these, a text is over. */
const TEXT_ENDS = new Set(
  `and or but with without who that which from in at on by for of to this last since today yesterday is are was were do does did have has had sorted please leads`.split(
    /\s+/u,
  ),
);
export const LONGEST_TEXT = 5;

export function amountOf(match: RegExpExecArray | null, name: "n" | "m", language: Language): number | null {
  const text = match?.groups?.[name];
  if (text === undefined) return null;
  // "5.000" in languages with a decimal comma.
  const plain = language !== "en" && /^\d{1,3}(?:\.\d{3})+$/u.test(text) ? text.replaceAll(".", "") : text;
  const read = readFieldValue({ kind: "number", options: [] }, plain.replace(/[.,]$/u, ""));
  if ("error" in read || read.value === null) return null;
  const unit = match?.groups?.[`${name}Unit`] ?? "";
  const value = Number(read.value) * (/^(?:k|thousand)$/u.test(unit) ? 1_000 : unit === "" ? 1 : 1_000_000);
  return value > LIMITS.customField.largest ? null : value;
}

/** The longest option that words begin with, as written: the words may have been translated or corrected. */
export function optionAt(
  options: readonly string[],
  words: readonly Word[],
  at: number,
): { option: string; words: number } | null {
  const found = options
    .map((option) => ({ option, parts: wordsOf(option).words.map(({ meant }) => meant) }))
    .filter(
      ({ parts }) =>
        parts.length > 0 &&
        parts.every(
          (part, index) =>
            part === plainWord(words[at + index]?.said ?? "") || isOption(words[at + index]?.meant, part),
        ),
    )
    .toSorted((one, other) => other.parts.length - one.parts.length)[0];
  return found === undefined ? null : { option: found.option, words: found.parts.length };
}

/** The words of a text value from a position on, as written. */
export function textAt(words: readonly Word[], at: number): { text: string; words: number } | null {
  const rest = words.slice(at, at + LONGEST_TEXT);
  const end = rest.findIndex(({ meant }) => TEXT_ENDS.has(meant));
  const value = end === -1 ? rest : rest.slice(0, end);
  return value.length === 0 ? null : { text: value.map(({ said }) => said).join(" "), words: value.length };
}

export function textOf(words: readonly Word[]): string {
  return words.map(({ meant }) => meant).join(" ");
}

export function countOf(text: string): number {
  const plain = text.trim();
  return plain === "" ? 0 : plain.split(" ").length;
}
