import { CHARACTER_KIND, foldCodePoint, kindOfFolded } from "#server/intake/fold-character.ts";
import { pluralsOf } from "#server/intake/english-plural.ts";

/** A stretch of a keyword without a gap in it, as folded code points. */
export interface Piece {
  codePoints: number[];
  /** Written with a trailing `*`: the word may go on. */
  isPrefix: boolean;
}

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
  const folded = [...keyword].flatMap((character) => foldCodePoint(code(character)));
  const kinds = folded.map(kindOfFolded);
  const pieces: Piece[] = [];
  let open: Piece | null = null;
  const isWord = (index: number): boolean => kinds[index] === CHARACTER_KIND.word;

  for (const [index, codePoint] of folded.entries()) {
    const isLeadingDot = codePoint === DOT && isWord(index + 1) && isSpaceOrEdge(folded[index - 1]);
    if (codePoint === STAR && isWord(index - 1) && !isWord(index + 1) && open !== null) open.isPrefix = true;
    const isPart =
      kinds[index] !== CHARACTER_KIND.separator || GLUED.has(codePoint) || JOINT.has(codePoint) || isLeadingDot;
    const isJoint = JOINT.has(codePoint);
    if (!isPart || isJoint || (open !== null && mayPart(open.codePoints.at(-1), codePoint))) open = null;
    if (!isPart) continue;
    if (open === null) {
      open = { codePoints: [], isPrefix: false };
      pieces.push(open);
    }
    open.codePoints.push(codePoint);
    if (isJoint) open = null;
  }
  if (pieces.length > 0) return pieces;
  const signs = folded.filter((codePoint) => !isSpaceOrEdge(codePoint));
  return signs.length === 0 ? [] : [{ codePoints: signs, isPrefix: false }];
}

/** Every spelling under which a text may show this piece: itself and, for an English word, its plurals. */
export function spellingsOf(piece: Piece): number[][] {
  if (piece.isPrefix) return [piece.codePoints];
  const plurals = pluralsOf(String.fromCodePoint(...piece.codePoints));
  return [piece.codePoints, ...plurals.map((plural) => [...plural].map(code))];
}

/** A text that is equal for equal pieces. */
export function keyOfPiece(piece: Piece): string {
  return `${piece.isPrefix ? "*" : ""}${piece.codePoints.join(" ")}`;
}

function isSpaceOrEdge(codePoint: number | undefined): boolean {
  return codePoint === undefined || /[\p{Z}\p{Cc}]/u.test(String.fromCodePoint(codePoint));
}

/** Whether these neighbours are a word and a character that stands alone, such as Latin beside Han or beside an emoji. */
function mayPart(left: number | undefined, right: number): boolean {
  if (left === undefined) return false;
  const [a, b] = [kindOfFolded(left), kindOfFolded(right)];
  const standsAlone = (kind: number): boolean => kind === CHARACTER_KIND.unit || kind === CHARACTER_KIND.mark;
  return (a === CHARACTER_KIND.word && standsAlone(b)) || (standsAlone(a) && b === CHARACTER_KIND.word);
}
