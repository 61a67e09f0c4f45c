import type { IsOrdinaryWord, LearnableLead } from "#server/insight/learning/decision.ts";
import { fold } from "#server/pipeline/text/fold.ts";

/** Longer texts add little. */
const MOST_CHARACTERS = 4_000;
const SHORTEST_WORD = 3;
/** Addresses, links and numbers are specific to one lead. */
const PRIVATE = /\S+@\S+|(?:https?:\/\/|www\.)\S+|\S*\d\S*/gu;
const WORD_OR_BREAK = /[\p{L}\p{M}]+|[^\p{L}\p{M}\s'’-]+/gu;
const LETTERS = /^[\p{L}\p{M}]/u;

/**
 * The folded one- and two-word terms in a lead's texts, each once, without names, addresses, numbers and stop words.
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
