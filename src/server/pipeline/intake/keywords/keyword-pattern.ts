import { CHARACTER_KIND, foldCodePoint, kindOfFolded } from "#server/pipeline/intake/keywords/fold-character.ts";
import type { RuleMode } from "#shared/contract/rule.ts";

/** A part of a keyword without gaps, as folded code points. */
export interface Piece {
  codePoints: number[];
  /** Written with a trailing `*`, which matches any ending. */
  isPrefix: boolean;
  /** Matched literally: no English endings, and no 's at the end of the piece or phrase. */
  isLiteral: boolean;
}

/** Part of a piece, a separate piece, a gap between pieces, or the prefix sign. */
type Role = "part" | "alone" | "gap" | "prefix";

const code = (character: string): number => character.codePointAt(0) ?? 0;
/** Punctuation that is significant in a keyword: C++, C#, @acme. */
const GLUED = new Set([..."#@+<>="].map(code));
/** Also significant, but white space around it is optional: R&D, R & D; 50%, 50 %; $ 5. */
const JOINT = new Set([..."&$%"].map(code));
const DOT = code(".");
const STAR = code("*");

/**
 * Parses a keyword into pieces, which must occur in this order, separated only by white space and punctuation. Any
 * punctuation in the keyword is such a gap ("machine-learning", "24/7"), except that `# @ + < > = & $ %` must match
 * where they are written, as must a dot that opens a word (.NET), and `*` after a word makes it a prefix. A keyword of
 * only punctuation matches just that punctuation. A gap is also allowed where letters meet a script without word
 * spaces. Empty when nothing visible is left.
 */
export function parseKeyword(keyword: string): Piece[] {
  const characters = [...keyword]
    .map((character) => foldCodePoint(code(character)))
    .filter((folded) => folded.length > 0);
  const pieces: Piece[] = [];
  let open: Piece | null = null;
  for (const [index, folded] of characters.entries()) {
    const before = characters[index - 1]?.at(-1);
    const after = characters[index + 1]?.[0];
    const role = roleOf(folded, before, after);
    if (role === "prefix" && open !== null) open.isPrefix = true;
    if (role !== "part" || mayPart(before, folded[0])) open = null;
    if (role === "gap" || role === "prefix") continue;
    // A mark belongs to the previous character. Without one, or after a standalone sign, it is ignored.
    if (open === null && folded.every((codePoint) => kindOfFolded(codePoint) === CHARACTER_KIND.mark)) continue;
    if (open === null) {
      open = { codePoints: [], isPrefix: false, isLiteral: false };
      pieces.push(open);
    }
    open.codePoints.push(...folded);
    if (role === "alone") open = null;
  }
  if (pieces.length > 0) return pieces;
  const signs = characters.flat().filter((codePoint) => !isSpaceOrEdge(codePoint));
  return signs.length === 0 ? [] : [{ codePoints: signs, isPrefix: false, isLiteral: false }];
}

/** The role of a folded character in a keyword, given its folded neighbors. */
function roleOf(folded: readonly number[], before: number | undefined, after: number | undefined): Role {
  const kinds = new Set(folded.map(kindOfFolded));
  const [first] = folded;
  // A single character that folds to several, such as ½ or ㈱, has no gap inside.
  if (kinds.size > 1 && (kinds.has(CHARACTER_KIND.separator) || kinds.has(CHARACTER_KIND.word))) return "alone";
  if (first === undefined || !kinds.has(CHARACTER_KIND.separator)) return "part";
  if (JOINT.has(first)) return "alone";
  if (GLUED.has(first)) return "part";
  if (first === DOT && folded.length === 1 && isWord(after) && isSpaceOrEdge(before)) return "part";
  return first === STAR && isWord(before) && !isWord(after) ? "prefix" : "gap";
}

function isWord(codePoint: number | undefined): boolean {
  return codePoint !== undefined && kindOfFolded(codePoint) === CHARACTER_KIND.word;
}

/** Splits a keyword into pieces for its rule's mode; empty for modes that don't match words. */
export function piecesOf(keyword: string, mode: RuleMode): Piece[] {
  if (mode === "words") return parseKeyword(keyword);
  if (mode === "prefix") return parseKeyword(`${keyword}*`);
  if (mode !== "phrase") return [];
  return parseKeyword(keyword).map(({ codePoints }) => ({ codePoints, isPrefix: false, isLiteral: true }));
}

/** All accepted spellings of a piece: itself and, for an English word, its plurals. */
export function spellingsOf(piece: Piece): number[][] {
  if (piece.isPrefix || piece.isLiteral) return [piece.codePoints];
  const plurals = pluralsOf(String.fromCodePoint(...piece.codePoints));
  return [piece.codePoints, ...plurals.map((plural) => [...plural].map(code))];
}

/** Map key for a piece: equal pieces have equal keys. */
export function keyOfPiece(piece: Piece): string {
  return `${piece.isPrefix ? "*" : ""}${piece.isLiteral ? "=" : ""}${piece.codePoints.join(" ")}`;
}

function isSpaceOrEdge(codePoint: number | undefined): boolean {
  return codePoint === undefined || /[\p{Z}\p{Cc}]/u.test(String.fromCodePoint(codePoint));
}

/** Whether the neighbors are a word and a standalone character, such as Latin next to Han or an emoji. */
function mayPart(left: number | undefined, right: number | undefined): boolean {
  if (left === undefined || right === undefined) return false;
  const [a, b] = [kindOfFolded(left), kindOfFolded(right)];
  const standsAlone = (kind: number): boolean => kind === CHARACTER_KIND.unit || kind === CHARACTER_KIND.mark;
  return (a === CHARACTER_KIND.word && standsAlone(b)) || (standsAlone(a) && b === CHARACTER_KIND.word);
}

/** English plural rules: words with the first ending, and its replacement. */
const PLURALS: readonly { when: RegExp; ending: RegExp; plural: string }[] = [
  // Also after y: proper names take an s (Kennedys), and companys is a common misspelling of company's.
  { when: /(?<![sxz]|sh)$/, ending: /$/, plural: "s" },
  { when: /([sxzo]|ch|sh)$/, ending: /$/, plural: "es" },
  { when: /[aeiou]z$/, ending: /$/, plural: "zes" },
  { when: /[^aeiou]y$/, ending: /y$/, plural: "ies" },
  { when: /(l|ea|oa)f$/, ending: /f$/, plural: "ves" },
  { when: /ife$/, ending: /fe$/, plural: "ves" },
  { when: /[^aeiou]is$/, ending: /is$/, plural: "es" },
];

/**
 * Accepted plural spellings of a folded English word: car → cars, box → boxes, company → companies. Empty for a single
 * letter (a would become as) and for anything that doesn't end in a Latin letter.
 */
function pluralsOf(word: string): string[] {
  if (!/[a-z][a-z]$/.test(word)) return [];
  return PLURALS.filter(({ when }) => when.test(word)).map(({ ending, plural }) => word.replace(ending, plural));
}
