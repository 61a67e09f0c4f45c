import { Automaton, NO_COLUMN, type Ending } from "#server/pipeline/intake/keywords/automaton.ts";
import { CHARACTER_KIND, type CharacterKind } from "#server/pipeline/intake/keywords/fold-character.ts";
import { spellingsOf, type Piece } from "#server/pipeline/intake/keywords/keyword-pattern.ts";
import { joinPhrases, type PhraseNode, type PhrasePiece } from "#server/pipeline/intake/keywords/phrase-trie.ts";
import { TextWalk } from "#server/pipeline/intake/keywords/text-walk.ts";

/** A keyword's first match: `text` is the index of the text, offsets are UTF-16 units into it. */
export interface Occurrence {
  /** Index into the given keywords. */
  keyword: number;
  text: number;
  start: number;
  end: number;
}

/** Whether a keyword (by index) should be searched for in a text (by index). */
export type IsOpen = (keyword: number, text: number) => boolean;

/** A partially matched phrase: its pieces up to this node were read, and the last one ended at `end`. */
interface Begun {
  node: PhraseNode;
  start: number;
  end: number;
}

/** The outputs of a state. Nearly always this is one single-word keyword, which needs no context check. */
interface PieceEnding extends Ending<PhrasePiece> {
  /** That keyword, or -1. */
  readonly onlyKeyword: number;
  readonly onlyLength: number;
}

const DOT = 0x2e;
const TEXT_ENDS = CHARACTER_KIND.separator;

/**
 * Finds all keywords at once, including overlapping ones, in one pass over each text. The automaton recognizes pieces
 * (words and other strings without a gap); the phrase trie joins adjacent pieces.
 */
export class KeywordMatcher {
  readonly #automaton: Automaton<PhrasePiece, PieceEnding>;
  readonly #walk: TextWalk;

  /** The call in which each keyword was last found, so that nothing has to be cleared between calls. */
  readonly #foundInCall: Int32Array;
  #call = 0;
  #occurrences: Occurrence[] = [];
  readonly #begun: Begun[] = [];
  #textIndex = 0;
  #isOpen: IsOpen | null = null;
  /**
   * False once the text contains a character that isn't exactly one symbol; offsets then have to be computed by
   * walking.
   */
  #isPlain = true;

  /** `keywords` as pieces; a keyword without pieces never matches. */
  constructor(keywords: readonly (readonly Piece[])[]) {
    const spellings = joinPhrases(keywords).flatMap((piece) =>
      spellingsOf(piece).map((codePoints) => ({ codePoints, piece })),
    );
    const automaton = new Automaton(spellings, describeEnding);
    this.#automaton = automaton;
    this.#walk = new TextWalk((codePoint) => automaton.symbolsOf(codePoint));
    this.#foundInCall = new Int32Array(keywords.length);
  }

  /**
   * Returns each keyword found in any of the texts once, at its first match; with `isOpen`, at its first match in a
   * text open to it. Matches never span two texts.
   */
  firstOccurrences(texts: readonly string[], isOpen: IsOpen | null = null): Occurrence[] {
    // Wraps to 32 bits like the array, since a long-lived process can exceed them.
    this.#call = (this.#call + 1) | 0;
    this.#occurrences = [];
    this.#isOpen = isOpen;
    for (const [index, text] of texts.entries()) {
      this.#textIndex = index;
      this.#scan(text);
    }
    return this.#occurrences;
  }

  #scan(text: string): void {
    this.#begun.length = 0;
    this.#isPlain = true;
    this.#walk.reset(text);
    const { columnOf, next, start } = this.#automaton;
    let state = start;
    let index = 0;
    for (;;) {
      let column = NO_COLUMN;
      let after = 0;
      // Hot loop: every UTF-16 unit of every lead passes here, so most cost only two lookups and a comparison.
      while (index < text.length) {
        column = columnOf[text.charCodeAt(index)] ?? NO_COLUMN;
        after = next[state + column] ?? start;
        if (after < 0) break;
        state = after;
        index += 1;
      }
      if (index === text.length) break;
      if (column === NO_COLUMN) {
        const codePoint = text.codePointAt(index) ?? 0;
        state = this.#readSymbols(state, codePoint, index);
        index += codePoint > 0xffff ? 2 : 1;
      } else {
        this.#endAt(state, this.#automaton.kindOfColumn[column] ?? TEXT_ENDS, index, 0);
        state = ~after;
        index += 1;
      }
    }
    this.#endAt(state, TEXT_ENDS, text.length, 0);
  }

  /** Handles a character without a column: several symbols, a rare letter, or an ignored character. */
  #readSymbols(from: number, codePoint: number, index: number): number {
    const symbols = this.#automaton.symbolsOf(codePoint);
    const units = codePoint > 0xffff ? 2 : 1;
    if (symbols.length !== 1 || units !== 1) this.#isPlain = false;
    let state = from;
    for (const [at, symbol] of symbols.entries()) {
      // For the reader, a piece that ends inside a ligature ends where the ligature does.
      if (at === 0) this.#endAt(state, symbol.kind, index, 0);
      else this.#endAt(state, symbol.kind, index + units, symbols.length - at);
      state = this.#automaton.step(state, symbol);
    }
    return state;
  }

  /**
   * Processes the outputs of a state. The symbol of kind `following` begins at `end`, or `unread` symbols before it.
   */
  #endAt(state: number, following: CharacterKind, end: number, unread: number): void {
    const ending = this.#automaton.endingAt(state, following);
    if (ending === undefined) return;
    if (ending.onlyKeyword >= 0 && this.#isPlain) this.#found(ending.onlyKeyword, end - ending.onlyLength, end);
    else this.#readEnding(ending, following, end, unread);
  }

  #readEnding({ outputs, endsInWord }: PieceEnding, following: CharacterKind, end: number, unread: number): void {
    const endsWhole = endsInWord ? following !== CHARACTER_KIND.word : following !== CHARACTER_KIND.mark;
    for (const { piece, length } of outputs) {
      if (!endsWhole && !piece.isPrefix) continue;
      const start = this.#isPlain ? end - length : this.#walk.startOf(end, length + unread);
      // "acme.net" is an address, not a mention of .NET.
      if (piece.codePoints[0] === DOT && piece.codePoints.length > 1 && this.#walk.isWordBefore(start)) continue;
      if (piece.isPrefix && following === CHARACTER_KIND.word) {
        const wordEnd = this.#walk.endOfWord(end);
        this.#readPiece(piece, start, wordEnd, this.#walk.isWordEndInside);
      } else {
        this.#readPiece(piece, start, end, unread > 0);
      }
    }
  }

  /**
   * Continues the phrases that ended just before this piece, and starts the ones it begins. Nothing continues inside a
   * character: to a reader, ½ is one unit.
   */
  #readPiece(piece: PhrasePiece, start: number, end: number, isInside: boolean): void {
    if (piece.isContinuing && this.#begun.length > 0) {
      for (const { node, start: opening } of this.#begunBefore(start, piece.isLiteral)) {
        const after = node.next.get(piece);
        if (after !== undefined) this.#reach({ node: after, start: opening, end }, piece, isInside);
      }
    }
    if (piece.first !== null) this.#reach({ node: piece.first, start, end }, piece, isInside);
  }

  /** The phrases that a piece at `start` can continue. */
  #begunBefore(start: number, isLiteral: boolean): Begun[] {
    const gap = this.#walk.gapBefore(start);
    const { from } = gap;
    const possessiveAt = isLiteral ? -1 : gap.possessiveAt;
    const earliest = possessiveAt >= 0 ? possessiveAt : from;
    const before: Begun[] = [];
    for (let at = this.#begun.length - 1; at >= 0; at -= 1) {
      const begun = this.#begun[at];
      if (begun === undefined || begun.end < earliest) break;
      if (begun.end <= start && (begun.end >= from || begun.end === possessiveAt)) before.push(begun);
    }
    return before;
  }

  #reach(begun: Begun, { isLiteral }: Piece, isInside: boolean): void {
    const { node, start, end } = begun;
    const isOther = isLiteral && node.keywords.length > 0 && this.#walk.isPossessiveAt(end);
    if (!isOther) for (const keyword of node.keywords) this.#found(keyword, start, end);
    if (node.next.size > 0 && !isInside) this.#begun.push(begun);
  }

  #found(keyword: number, start: number, end: number): void {
    if (this.#foundInCall[keyword] === this.#call) return;
    if (this.#isOpen !== null && !this.#isOpen(keyword, this.#textIndex)) return;
    this.#foundInCall[keyword] = this.#call;
    this.#occurrences.push({ keyword, text: this.#textIndex, start, end });
  }
}

function describeEnding({ outputs, endsInWord }: Ending<PhrasePiece>): PieceEnding {
  const [only, ...more] = outputs;
  const keywords = only?.piece.first?.keywords ?? [];
  const isKeyword =
    more.length === 0 && keywords.length === 1 && endsInWord && only !== undefined && standsAlone(only.piece);
  return { outputs, endsInWord, onlyKeyword: isKeyword ? (keywords[0] ?? -1) : -1, onlyLength: only?.length ?? 0 };
}

/** Whether a piece is its whole keyword and needs no check other than where it ends. */
function standsAlone({ first, isContinuing, isPrefix, isLiteral, codePoints }: PhrasePiece): boolean {
  const isSingle = first !== null && first.next.size === 0 && !isContinuing;
  return isSingle && !isPrefix && !isLiteral && codePoints[0] !== DOT;
}
