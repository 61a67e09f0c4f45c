import type { IsOrdinaryWord, LearnableLead } from "#server/learning/decision.ts";

/** Longer texts say the same again. */
const MOST_CHARACTERS = 4_000;
const SHORTEST_WORD = 3;
/** Addresses, links and numbers are nobody else's. */
const PRIVATE = /\S+@\S+|(?:https?:\/\/|www\.)\S+|\S*\d\S*/gu;
const WORD_OR_BREAK = /[\p{L}\p{M}]+|[^\p{L}\p{M}\s'’-]+/gu;
const LETTERS = /^[\p{L}\p{M}]/u;

/**
 * The words and phrases of two that a lead's texts hold, folded, each once: without names, addresses, numbers and what
 * only holds sentences together.
 */
export function termsOf(lead: Pick<LearnableLead, "texts" | "ownNames">, isOrdinary: IsOrdinaryWord): Set<string> {
  const own = new Set(lead.ownNames.flatMap((name) => fold(name).match(/[\p{L}\p{M}]+/gu) ?? []));
  const terms = new Set<string>();
  for (const text of lead.texts) {
    let before: string | null = null;
    for (const [piece] of fold(text.slice(0, MOST_CHARACTERS)).replaceAll(PRIVATE, " . ").matchAll(WORD_OR_BREAK)) {
      const isTerm = LETTERS.test(piece) && piece.length >= SHORTEST_WORD && !own.has(piece) && isOrdinary(piece);
      if (isTerm) terms.add(piece);
      if (isTerm && before !== null) terms.add(`${before} ${piece}`);
      before = isTerm ? piece : null;
    }
  }
  return terms;
}

/** Lower case without accents. */
export function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .normalize("NFKC")
    .toLowerCase();
}
