import { foldCodePoint } from "#server/intake/fold-character.ts";
import { piecesOf, spellingsOf, type Piece } from "#server/intake/keyword-pattern.ts";
import type { Search } from "#server/intake/what-if/score-plan.ts";

/**
 * Letters and digits (lower case) that stand, in either case, in every ASCII text in which the search finds something.
 * Empty when no such are known, as for a regular expression.
 */
export function literalOf({ keyword, mode }: Search): string {
  if (mode === "regex") return "";
  if (mode === "exact") return longestRun(fold(keyword));
  return piecesOf(keyword, mode)
    .map((piece) => longestRun(commonStart(spellingsOf(piece))))
    .reduce(longer, "");
}

function fold(text: string): string {
  return String.fromCodePoint(...[...text].flatMap((character) => foldCodePoint(character.codePointAt(0) ?? 0)));
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
