import type { TextSymbol } from "#server/intake/automaton.ts";
import { CHARACTER_KIND } from "#server/intake/fold-character.ts";

/** Where the previous piece of a phrase may have ended. */
export interface Gap {
  /** Anywhere from here to the piece: only white space and punctuation lies between. */
  from: number;
  /** Or just here: what lies between begins with a possessive 's. -1 if it does not. */
  possessiveAt: number;
}

const APOSTROPHE = 0x27;
const LETTER_S = 0x73;

/** Looks around in a text where something was found, by whole code points and in folded characters. */
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

  /** Where the last `length` folded characters before `end` begin. */
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

  /** The end of the word that goes on at `index`, or `index` when none does. Remembered, so a long word is walked once. */
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

  /** Whether the word walked last ends inside a character, as it does in the 1 of ½. */
  get isWordEndInside(): boolean {
    return this.#isWordEndInside;
  }

  /** Whether an 's that ends its word stands at `index`. */
  isPossessiveAt(index: number): boolean {
    if (!this.#isJust(index, APOSTROPHE)) return false;
    const letter = this.#visibleFrom(index + this.#unitsAt(index));
    if (!this.#isJust(letter, LETTER_S)) return false;
    const after = this.#visibleFrom(letter + this.#unitsAt(letter));
    return after === this.#text.length || this.#symbolsAt(after)[0]?.kind !== CHARACTER_KIND.word;
  }

  /** Where the first character from `index` on stands that folds to something; the text's length when none does. */
  #visibleFrom(index: number): number {
    let at = index;
    while (at < this.#text.length && this.#symbolsAt(at).length === 0) at += this.#unitsAt(at);
    return at;
  }

  /** Where the last character before `index` stands that folds to something; 0 when none does. */
  #visibleBefore(index: number): number {
    let at = index;
    do at = at > 0 ? this.#before(at) : 0;
    while (at > 0 && this.#symbolsAt(at).length === 0);
    return at;
  }

  /** What may lie between a piece that begins at `start` and the one before. Remembered for pieces that begin alike. */
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

  /** The place of the apostrophe when an 's ends at `index`. */
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

  /** The index of the code point that ends at `index`. */
  #before(index: number): number {
    const isPair = index >= 2 && (this.#text.codePointAt(index - 2) ?? 0) > 0xffff;
    return isPair ? index - 2 : index - 1;
  }
}
