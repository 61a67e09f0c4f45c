import { CHARACTER_KIND, foldCodePoint, kindOfFolded } from "#server/intake/fold-character.ts";
import { pluralsOf } from "#server/intake/english-plural.ts";
import type { RuleMode } from "#shared/contract/rule.ts";

/** A stretch of a keyword without a gap in it, as folded code points. */
export interface Piece {
  codePoints: number[];
  /** Written with a trailing `*`: the word may go on. */
  isPrefix: boolean;
  /** Asked for as it is: without English endings, and with no 's where it or the phrase ends. */
  isLiteral: boolean;
}

/** Part of a piece, a piece by itself, a gap between pieces, or the sign that the word may go on. */
type Role = "part" | "alone" | "gap" | "prefix";

const code = (character: string): number => character.codePointAt(0) ?? 0;
/** Punctuation that is meant when someone writes it into a keyword: C++, C#, @acme. */
const GLUED = new Set([..."#@+<>="].map(code));
/** The same, but white space around it is a matter of taste: R&D, R & D; 50%, 50 %; $ 5. */
const JOINT = new Set([..."&$%"].map(code));
const DOT = code(".");
const STAR = code("*");

/**
 * Reads a keyword into pieces; in a text they stand in this order with nothing but white space and punctuation between
 * them. Any punctuation of the keyword is such a gap ("machine-learning", "24/7") except: `# @ + < > = & $ %` are asked
 * for where they stand, as is a dot that opens a word (.NET), and `*` after a word makes it a prefix. A keyword of
 * nothing but punctuation asks for just that. Where letters meet a script without word spaces a gap is allowed too.
 * Empty when nothing visible is left.
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
    // A mark belongs to the character before it: with none there, or a sign that is asked for alone, it asks for nothing.
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

/** What a character, folded, does in a keyword, given the folded neighbours. */
function roleOf(folded: readonly number[], before: number | undefined, after: number | undefined): Role {
  const kinds = new Set(folded.map(kindOfFolded));
  const [first] = folded;
  // One character that is several in one, as ½ and ㈱ are, has no gap inside.
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

/** A keyword in pieces as its rule's mode asks for them; none in the modes that read no words. */
export function piecesOf(keyword: string, mode: RuleMode): Piece[] {
  if (mode === "words") return parseKeyword(keyword);
  if (mode === "prefix") return parseKeyword(`${keyword}*`);
  if (mode !== "phrase") return [];
  return parseKeyword(keyword).map(({ codePoints }) => ({ codePoints, isPrefix: false, isLiteral: true }));
}

/** Every spelling under which a text may show this piece: itself and, for an English word, its plurals. */
export function spellingsOf(piece: Piece): number[][] {
  if (piece.isPrefix || piece.isLiteral) return [piece.codePoints];
  const plurals = pluralsOf(String.fromCodePoint(...piece.codePoints));
  return [piece.codePoints, ...plurals.map((plural) => [...plural].map(code))];
}

/** A text that is equal for equal pieces. */
export function keyOfPiece(piece: Piece): string {
  return `${piece.isPrefix ? "*" : ""}${piece.isLiteral ? "=" : ""}${piece.codePoints.join(" ")}`;
}

function isSpaceOrEdge(codePoint: number | undefined): boolean {
  return codePoint === undefined || /[\p{Z}\p{Cc}]/u.test(String.fromCodePoint(codePoint));
}

/** Whether these neighbours are a word and a character that stands alone, such as Latin beside Han or beside an emoji. */
function mayPart(left: number | undefined, right: number | undefined): boolean {
  if (left === undefined || right === undefined) return false;
  const [a, b] = [kindOfFolded(left), kindOfFolded(right)];
  const standsAlone = (kind: number): boolean => kind === CHARACTER_KIND.unit || kind === CHARACTER_KIND.mark;
  return (a === CHARACTER_KIND.word && standsAlone(b)) || (standsAlone(a) && b === CHARACTER_KIND.word);
}
