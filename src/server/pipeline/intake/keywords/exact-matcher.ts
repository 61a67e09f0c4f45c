import type { IsOpen, Occurrence } from "#server/pipeline/intake/keywords/keyword-matcher.ts";
import { foldedCharacter, foldText } from "#server/pipeline/intake/keywords/fold-text.ts";
import type { LeadText } from "#server/pipeline/intake/lead-text.ts";

const SPACE = /\s/u;

/** Finds keywords that equal a whole text, or a whole line of a fact with several values. */
export class ExactMatcher {
  readonly #keywordsOf = new Map<string, number[]>();
  #longest = 0;

  /** `keywords` as written, each with its index. */
  constructor(keywords: Iterable<readonly [index: number, text: string]>) {
    for (const [index, text] of keywords) {
      const folded = foldText(text);
      if (folded === "") continue;
      this.#longest = Math.max(this.#longest, folded.length);
      this.#keywordsOf.set(folded, [...(this.#keywordsOf.get(folded) ?? []), index]);
    }
  }

  /** Returns each keyword once, at the first equal text or line that is open to it. */
  firstOccurrences(texts: readonly LeadText[], isOpen: IsOpen | null): Occurrence[] {
    const occurrences = new Map<number, Occurrence>();
    if (this.#longest === 0) return [];
    for (const [index, { field, text }] of texts.entries()) {
      for (const { start, end } of isList(field) ? linesOf(text) : [{ start: 0, end: text.length }]) {
        const whole = trimmed(text, start, end);
        for (const keyword of this.#keywordsOf.get(this.#folded(text, whole.start, whole.end)) ?? []) {
          if (occurrences.has(keyword) || isOpen?.(keyword, index) === false) continue;
          occurrences.set(keyword, { keyword, text: index, ...whole });
        }
      }
    }
    return [...occurrences.values()];
  }

  /** Folds like `foldText`, but stops once the result is longer than any keyword, since texts can be long. */
  #folded(text: string, start: number, end: number): string {
    let folded = "";
    for (let at = start; at < end && folded.length <= this.#longest + 1;) {
      const codePoint = text.codePointAt(at) ?? 0;
      const character = foldedCharacter(codePoint);
      if (character.trim() !== "") folded += character;
      else if (character !== "" && folded !== "" && !folded.endsWith(" ")) folded += " ";
      at += codePoint > 0xffff ? 2 : 1;
    }
    return folded.replace(/\s+/gu, " ").trimEnd();
  }
}

/** Whether the text has one value per line. */
function isList(field: string): boolean {
  return field.startsWith("fact:") || field.startsWith("field:");
}

function linesOf(text: string): { start: number; end: number }[] {
  const lines = [];
  let start = 0;
  for (;;) {
    const end = text.indexOf("\n", start);
    lines.push({ start, end: end < 0 ? text.length : end });
    if (end < 0) return lines;
    start = end + 1;
  }
}

function trimmed(text: string, from: number, to: number): { start: number; end: number } {
  let start = from;
  let end = to;
  while (start < end && SPACE.test(text[start] ?? "")) start += 1;
  while (end > start && SPACE.test(text[end - 1] ?? "")) end -= 1;
  return { start, end };
}
