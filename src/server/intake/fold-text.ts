import { foldCodePoint } from "#server/intake/fold-character.ts";

/** A character as it is compared. */
export function foldedCharacter(codePoint: number): string {
  return String.fromCodePoint(...foldCodePoint(codePoint));
}

/** A text as it is compared as a whole: without case and accents, white space at its ends dropped, elsewhere one space. */
export function foldText(text: string): string {
  let folded = "";
  for (const character of text) folded += foldedCharacter(character.codePointAt(0) ?? 0);
  return folded.replace(/\s+/gu, " ").trim();
}
