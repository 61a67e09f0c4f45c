import { keyOfPiece, parseKeyword, spellingsOf, type Piece } from "#server/pipeline/intake/keywords/keyword-pattern.ts";
import type { RuleMode } from "#shared/contract/rule.ts";

/** A keyword as written, and its matching mode. */
export interface ModedKeyword {
  text: string;
  mode: RuleMode;
}

/**
 * Numbers keywords from 0 so that those that fold to the same text, or are plurals of each other piece by piece, share
 * a number. A prefix differs from the plain word, and a regular expression or condition only equals itself.
 */
export function numberConcepts(keywords: readonly ModedKeyword[]): number[] {
  const pieces = keywords.map(({ text, mode }) => {
    if (mode === "regex" || mode === "condition") return null;
    return parseKeyword(mode === "prefix" ? `${text}*` : text);
  });
  const singulars = singularsOf(pieces.flatMap((each) => each ?? []));
  const numbers = new Map<string, number>();
  return keywords.map(({ text, mode }, index) => {
    const concept = pieces[index]?.map((piece) => singulars.get(keyOfPiece(piece))).join(",") ?? `${mode} ${text}`;
    const number = numbers.get(concept) ?? numbers.size;
    numbers.set(concept, number);
    return number;
  });
}

/** Maps each piece's key to the key of its singular, or to itself. */
function singularsOf(pieces: readonly Piece[]): Map<string, string> {
  const byKey = new Map(pieces.map((piece) => [keyOfPiece(piece), piece]));
  const singulars = new Map<string, string>();
  // Shorter first, so that a chain of plurals ends at its singular.
  for (const [key, piece] of [...byKey].toSorted(([, a], [, b]) => a.codePoints.length - b.codePoints.length)) {
    const singular = singulars.get(key) ?? key;
    singulars.set(key, singular);
    for (const codePoints of spellingsOf(piece).slice(1)) {
      const plural = keyOfPiece({ codePoints, isPrefix: false, isLiteral: false });
      if (byKey.has(plural) && !singulars.has(plural)) singulars.set(plural, singular);
    }
  }
  return singulars;
}
