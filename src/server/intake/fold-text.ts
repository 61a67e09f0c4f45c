import { foldCodePoint } from "#server/intake/fold-character.ts";

const CHARACTERS_KEPT = 65_536;
const kept = new Map<number, string>();

/** A character as it is compared; remembered, because folding one takes a microsecond. */
export function foldedCharacter(codePoint: number): string {
  const known = kept.get(codePoint);
  if (known !== undefined) return known;
  if (kept.size >= CHARACTERS_KEPT) kept.clear();
  const folded = String.fromCodePoint(...foldCodePoint(codePoint));
  kept.set(codePoint, folded);
  return folded;
}

/** A text as it is compared as a whole: without case and accents, white space at its ends dropped, elsewhere one space. */
export function foldText(text: string): string {
  let folded = "";
  for (const character of text) folded += foldedCharacter(character.codePointAt(0) ?? 0);
  return folded.replace(/\s+/gu, " ").trim();
}
