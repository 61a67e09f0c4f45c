import { foldCodePoint } from "#server/pipeline/intake/keywords/fold-character.ts";

/** Folds a character for comparison. */
export function foldedCharacter(codePoint: number): string {
  return String.fromCodePoint(...foldCodePoint(codePoint));
}

/** Folds a whole text for comparison: no case or accents, white space trimmed and collapsed. */
export function foldText(text: string): string {
  let folded = "";
  for (const character of text) folded += foldedCharacter(character.codePointAt(0) ?? 0);
  return folded.replace(/\s+/gu, " ").trim();
}
