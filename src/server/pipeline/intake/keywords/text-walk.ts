import type { TextSymbol } from "#server/pipeline/intake/keywords/automaton.ts";
import { CHARACTER_KIND } from "#server/pipeline/intake/keywords/fold-character.ts";

/** Where the previous piece of a phrase may have ended. */
export interface Gap {
  /** Any position from here to the piece: only white space and punctuation is in between. */
  from: number;
  /** Also this position: the text in between begins with a possessive 's. -1 if it does not. */
  possessiveAt: number;
}

const APOSTROPHE = 0x27;
const LETTER_S = 0x73;

/** Examines the text around a match by whole code points and folded characters. */
export class TextWalk {
  readonly #symbolsOf: (codePoint: number) => readonly TextSymbol[];
  #text = "";
  #gapStart = -1;
  #gap: Gap = { from: 0, possessiveAt: -1 };
  #wordEnd = -1;
  #isWordEndInside = false;

  constructor(symbolsOf: (codePoint: number) => readonly TextSymbol[]) {
    this.#symbolsOf = symbolsOf;
  }

  reset(text: string): void {
    this.#text = text;
    this.#gapStart = -1;
    this.#wordEnd = -1;
  }

  /** Start of the last `length` folded characters before `end`. */
  startOf(end: number, length: number): number {
    let left = length;
    let at = end;
    while (left > 0 && at > 0) {
      at = this.#before(at);
      left -= this.#symbolsAt(at).length;
    }
    return at;
  }

  isWordBefore(index: number): boolean {
    return this.#lastSymbolBefore(index)?.kind === CHARACTER_KIND.word;
  }

  /**
   * The end of the word that continues at `index`, or `index` when none does. Cached, so a long word is walked only
   * once.
   */
  endOfWord(index: number): number {
    if (index <= this.#wordEnd) return this.#wordEnd;
    this.#isWordEndInside = false;
    let at = index;
    while (at < this.#text.length) {
      const kinds = this.#symbolsAt(at).map(({ kind }) => kind);
      if (kinds.length > 0 && kinds[0] !== CHARACTER_KIND.word) break;
      at += this.#unitsAt(at);
      this.#isWordEndInside = kinds.some((kind) => kind !== CHARACTER_KIND.word);
      if (this.#isWordEndInside) break;
    }
    this.#wordEnd = at;
    return at;
  }

  /** Whether the last walked word ends inside a character, as with the 1 in ½. */
  get isWordEndInside(): boolean {
    return this.#isWordEndInside;
  }

  /** Whether an 's that ends its word begins at `index`. */
  isPossessiveAt(index: number): boolean {
    if (!this.#isJust(index, APOSTROPHE)) return false;
    const letter = this.#visibleFrom(index + this.#unitsAt(index));
    if (!this.#isJust(letter, LETTER_S)) return false;
    const after = this.#visibleFrom(letter + this.#unitsAt(letter));
    return after === this.#text.length || this.#symbolsAt(after)[0]?.kind !== CHARACTER_KIND.word;
  }

  /** The first position from `index` whose character folds to something; the text's length when there is none. */
  #visibleFrom(index: number): number {
    let at = index;
    while (at < this.#text.length && this.#symbolsAt(at).length === 0) at += this.#unitsAt(at);
    return at;
  }

  /** The last position before `index` whose character folds to something; 0 when there is none. */
  #visibleBefore(index: number): number {
    let at = index;
    do at = at > 0 ? this.#before(at) : 0;
    while (at > 0 && this.#symbolsAt(at).length === 0);
    return at;
  }

  /** The possible gap before a piece that begins at `start`. Cached for pieces with the same start. */
  gapBefore(start: number): Gap {
    if (start === this.#gapStart) return this.#gap;
    this.#gapStart = start;
    const from = this.#skipSeparators(start);
    this.#gap = { from, possessiveAt: from < start ? this.#possessiveBefore(from) : -1 };
    return this.#gap;
  }

  #skipSeparators(index: number): number {
    let at = index;
    while (at > 0) {
      const before = this.#before(at);
      if (this.#symbolsAt(before).some(({ kind }) => kind !== CHARACTER_KIND.separator)) return at;
      at = before;
    }
    return 0;
  }

  /** Position of the apostrophe when an 's ends at `index`. */
  #possessiveBefore(index: number): number {
    const letter = this.#visibleBefore(index);
    const sign = this.#visibleBefore(letter);
    const isPossessive = this.#isJust(letter, LETTER_S) && this.#isJust(sign, APOSTROPHE);
    return isPossessive && sign < letter ? sign : -1;
  }

  #isJust(index: number, codePoint: number): boolean {
    const symbols = index < this.#text.length ? this.#symbolsAt(index) : [];
    return symbols.length === 1 && symbols[0]?.codePoint === codePoint;
  }

  #lastSymbolBefore(index: number): TextSymbol | undefined {
    return index > 0 ? this.#symbolsAt(this.#visibleBefore(index)).at(-1) : undefined;
  }

  #symbolsAt(index: number): readonly TextSymbol[] {
    return this.#symbolsOf(this.#text.codePointAt(index) ?? 0);
  }

  #unitsAt(index: number): number {
    return (this.#text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
  }

  /** Start of the code point that ends at `index`. */
  #before(index: number): number {
    const isPair = index >= 2 && (this.#text.codePointAt(index - 2) ?? 0) > 0xffff;
    return isPair ? index - 2 : index - 1;
  }
}
