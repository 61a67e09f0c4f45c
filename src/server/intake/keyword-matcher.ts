import { Automaton, NO_COLUMN, type TextSymbol } from "#server/intake/automaton.ts";
import { CHARACTER_KIND, type CharacterKind } from "#server/intake/fold-character.ts";
import { parseKeyword, spellingsOf } from "#server/intake/keyword-pattern.ts";
import { PhraseTrie } from "#server/intake/phrase-trie.ts";
import { TextWalk } from "#server/intake/text-walk.ts";

/** The first place where a keyword stands: `text` is the index of the text, offsets are UTF-16 units into it. */
export interface Occurrence {
  /** Index into the keywords the matcher was made of. */
  keyword: number;
  text: number;
  start: number;
  end: number;
}

/** A phrase begun: its pieces up to this node have been read, the last of them ending at `end`. */
interface Begun {
  node: number;
  start: number;
  end: number;
}

const TEXT_ENDS = CHARACTER_KIND.separator;

/**
 * Finds all keywords at once, overlaps included, reading each text once. The automaton recognises pieces (words and
 * what has no gap in it), the phrase trie joins pieces that stand next to each other.
 */
export class KeywordMatcher {
  readonly #phrases: PhraseTrie;
  readonly #automaton: Automaton;
  readonly #walk: TextWalk;
  readonly #isPrefix: readonly boolean[];
  readonly #opensWithDot: readonly boolean[];

  /** Which call last found each keyword, so that nothing needs clearing between calls. */
  readonly #foundInCall: Int32Array;
  #call = 0;
  #occurrences: Occurrence[] = [];
  #begun: Begun[] = [];
  #textIndex = 0;
  /** False once this text held a character that is not exactly one symbol: then offsets need walking. */
  #isPlain = true;

  constructor(keywords: readonly string[]) {
    this.#phrases = new PhraseTrie(keywords.map(parseKeyword));
    const { pieces } = this.#phrases;
    this.#isPrefix = pieces.map((piece) => piece.isPrefix);
    this.#opensWithDot = pieces.map(({ codePoints }) => codePoints.length > 1 && codePoints[0] === 0x2e);
    const spellings = pieces.flatMap((piece, index) =>
      spellingsOf(piece).map((codePoints) => ({ codePoints, piece: index })),
    );
    this.#automaton = new Automaton(spellings, (piece) => this.#isPrefix[piece] === true);
    this.#walk = new TextWalk(this.#automaton);
    this.#foundInCall = new Int32Array(keywords.length);
  }

  /** Each keyword that any of the texts holds, once, at its first place. Matches never span two texts. */
  firstOccurrences(texts: readonly string[]): Occurrence[] {
    this.#call += 1;
    this.#occurrences = [];
    for (const [index, text] of texts.entries()) {
      this.#textIndex = index;
      this.#scan(text);
    }
    return this.#occurrences;
  }

  #scan(text: string): void {
    this.#begun = [];
    this.#isPlain = true;
    this.#walk.reset(text);
    const { columnOf, kindOfColumn, next, width, firstWordColumn, firstAccepting, firstAlwaysAccepting, start } =
      this.#automaton;
    let state = start;
    // Every UTF-16 unit of every lead passes here: nothing but table look-ups on the way of ordinary text.
    for (let index = 0; index < text.length; index += 1) {
      // Both tables cover every index that can be formed, so neither look-up is ever undefined.
      const column = columnOf[text.charCodeAt(index)]!;
      if (column === NO_COLUMN) {
        const codePoint = text.codePointAt(index) ?? 0;
        state = this.#readSymbols(state, this.#automaton.symbolsOf(codePoint), index, codePoint > 0xffff ? 2 : 1);
        if (codePoint > 0xffff) index += 1;
        continue;
      }
      if (state >= firstAccepting && (column < firstWordColumn || state >= firstAlwaysAccepting)) {
        this.#accept(state, kindOfColumn[column] ?? TEXT_ENDS, index);
      }
      state = next[state * width + column]!;
    }
    if (state >= firstAccepting) this.#accept(state, TEXT_ENDS, text.length);
  }

  /** A character that is not one column: several symbols, a rare letter, or nothing at all. */
  #readSymbols(from: number, symbols: readonly TextSymbol[], index: number, units: number): number {
    if (symbols.length !== 1 || units !== 1) this.#isPlain = false;
    let state = from;
    for (const [at, symbol] of symbols.entries()) {
      // A piece that ends inside a ligature ends for the reader where the ligature ends.
      if (state >= this.#automaton.firstAccepting) {
        if (at === 0) this.#accept(state, symbol.kind, index);
        else this.#accept(state, symbol.kind, index + units, symbols.length - at);
      }
      state = this.#automaton.step(state, symbol);
    }
    return state;
  }

  /** Pieces may have ended before the symbol of this kind, which begins at `end` or `unread` symbols before it. */
  #accept(state: number, following: CharacterKind, end: number, unread = 0): void {
    const endsWhole = this.#automaton.endsInWord(state)
      ? following !== CHARACTER_KIND.word
      : following !== CHARACTER_KIND.mark;
    for (const { piece, length } of this.#automaton.outputsOf(state)) {
      const isPrefix = this.#isPrefix[piece] === true;
      if (!endsWhole && !isPrefix) continue;
      if (this.#phrases.isDone(piece, this.#foundInCall, this.#call)) continue;
      const start = this.#isPlain ? end - length : this.#walk.startOf(end, length + unread);
      // "acme.net" is an address, not a mention of .NET.
      if (this.#opensWithDot[piece] === true && this.#walk.isWordBefore(start)) continue;
      this.#readPiece(piece, start, isPrefix ? this.#walk.endOfWord(end) : end);
    }
  }

  /** Begins phrases with this piece and goes on with those that ended just before it. */
  #readPiece(piece: number, start: number, end: number): void {
    const continued: Begun[] = [];
    if (this.#phrases.continuesAny(piece)) {
      const gap = this.#walk.gapBefore(start);
      const earliest = gap.possessiveAt >= 0 ? gap.possessiveAt : gap.from;
      for (let at = this.#begun.length - 1; at >= 0; at -= 1) {
        const begun = this.#begun[at];
        if (begun === undefined || begun.end < earliest) break;
        if (begun.end > start || (begun.end < gap.from && begun.end !== gap.possessiveAt)) continue;
        const node = this.#phrases.after(begun.node, piece);
        if (node !== undefined) continued.push({ node, start: begun.start, end });
      }
    }
    const first = this.#phrases.first(piece);
    if (first !== undefined) continued.push({ node: first, start, end });
    for (const begun of continued) {
      this.#find(begun);
      if (this.#phrases.goesOn(begun.node)) this.#begun.push(begun);
    }
  }

  #find({ node, start, end }: Begun): void {
    for (const keyword of this.#phrases.keywordsAt(node)) {
      if (this.#foundInCall[keyword] === this.#call) continue;
      this.#foundInCall[keyword] = this.#call;
      this.#occurrences.push({ keyword, text: this.#textIndex, start, end });
    }
  }
}
