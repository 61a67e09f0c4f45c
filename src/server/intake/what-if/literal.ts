import { foldText } from "#server/intake/fold-text.ts";
import { piecesOf, spellingsOf, type Piece } from "#server/intake/keyword-pattern.ts";
import { requiredLiterals } from "#server/intake/regex-literals.ts";
import type { Search } from "#server/intake/what-if/score-plan.ts";

/**
 * Texts of which one at least stands, in upper or lower case, in every ASCII text in which the search finds something.
 * Null when no such are known.
 */
export function literalsOf({ keyword, mode }: Search): readonly string[] | null {
  if (mode === "regex") return requiredLiterals(keyword);
  const literal = mode === "exact" ? longestRun(foldText(keyword)) : longestStart(piecesOf(keyword, mode));
  return literal === "" ? null : [literal];
}

function longestStart(pieces: readonly Piece[]): string {
  return pieces.map((piece) => longestRun(commonStart(spellingsOf(piece)))).reduce(longer, "");
}

/** What all spellings begin with. */
function commonStart([first = [], ...others]: readonly Piece["codePoints"][]): string {
  const differs = first.findIndex((codePoint, at) => others.some((other) => other[at] !== codePoint));
  return String.fromCodePoint(...(differs < 0 ? first : first.slice(0, differs)));
}

function longestRun(text: string): string {
  return (text.match(/[a-z0-9]+/gu) ?? []).reduce<string>(longer, "");
}

function longer(a: string, b: string): string {
  return b.length > a.length ? b : a;
}
