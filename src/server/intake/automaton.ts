import { CHARACTER_KIND, foldCodePoint, kindOfFolded, type CharacterKind } from "#server/intake/fold-character.ts";
import { DEAD, PieceTrie, ROOT, type TrieOutput } from "#server/intake/piece-trie.ts";

/** A column of the transition table, or for a rare letter a number beyond them. */
export interface TextSymbol {
  id: number;
  kind: CharacterKind;
  codePoint: number;
}

/** A column for what is not one column: `symbolsOf` knows. */
export const NO_COLUMN = 0;
const OTHER_SEPARATOR = 1;
const OTHER_UNIT = 2;
const OTHER_MARK = 3;
const OTHER_WORD = 4;
/** The columns so far stand for no letter of a spelling. */
const COLUMNS_APART = 5;
const MAX_COLUMNS = 128;
/** At 4 bytes each the table stays below 64 MB, however many keywords there are. */
const MAX_CELLS = 16_000_000;
const SYMBOLS_KEPT = 65_536;

/** What ends at a state. */
export interface Ending<P> {
  readonly outputs: readonly TrieOutput<P>[];
  /** Whether the last character is part of a word. */
  readonly endsInWord: boolean;
}

/**
 * A deterministic automaton over UTF-16 units that recognises every spelling of every piece in one pass. Its letters
 * are the columns of a dense table; letters that are rare among the spellings, as in a large set of Han keywords, have
 * no column and go by the trie, so that the table's size has a bound. A state is the index of its row in the table.
 */
export class Automaton<P extends { isPrefix: boolean }, E extends Ending<P>> {
  /** Per UTF-16 unit its column; filled as characters are met, for Latin text at once. */
  readonly columnOf = new Uint8Array(65_536);
  /**
   * `next[state + column]` is the state after it. Below zero it needs attention, because a piece has ended or there is
   * no column, and the state, if there is a column, is its complement: so ordinary text costs one comparison a unit.
   */
  readonly next: Int32Array;
  readonly start: number;
  /** Per column the kind of its characters. */
  readonly kindOfColumn: CharacterKind[];

  readonly #width: number;
  readonly #trie = new PieceTrie<P>();
  readonly #stateOfNode: Int32Array;
  readonly #nodeOfRow: readonly number[];
  /** By row; undefined where nothing ends. */
  readonly #endings: readonly (E | undefined)[];
  readonly #columns = new Map<number, number>();
  readonly #symbols = new Map<number, readonly TextSymbol[]>();

  /** Builds from spellings; `describe` makes of what ends at a state the object that `endingAt` gives. */
  constructor(spellings: Iterable<{ codePoints: readonly number[]; piece: P }>, describe: (ending: Ending<P>) => E) {
    const frequency = new Map<number, number>();
    for (const { codePoints, piece } of spellings) {
      this.#trie.add(codePoints, { piece, length: codePoints.length });
      for (const codePoint of codePoints) frequency.set(codePoint, (frequency.get(codePoint) ?? 0) + 1);
    }
    this.#nodeOfRow = this.#trie.link();

    this.#width = widthFor(frequency.size, this.#nodeOfRow.length);
    this.kindOfColumn = this.#giveColumns(frequency);
    this.#stateOfNode = new Int32Array(this.#nodeOfRow.length);
    for (const [row, node] of this.#nodeOfRow.entries()) this.#stateOfNode[node] = row * this.#width;
    this.#endings = this.#nodeOfRow.map((node) => {
      const outputs = this.#trie.outputs[node] ?? [];
      const endsInWord = this.#trie.endsInWord[node] === true;
      return outputs.length === 0 ? undefined : describe({ outputs, endsInWord });
    });
    this.start = this.#state(ROOT);
    this.next = this.#fillTable();
    for (let unit = 0; unit < 0x250; unit += 1) this.symbolsOf(unit);
  }

  /** What ends at a state, given what follows; undefined when nothing can. */
  endingAt(state: number, following: CharacterKind): E | undefined {
    const ending = this.#endings[state / this.#width];
    if (ending === undefined || following !== CHARACTER_KIND.word || !ending.endsInWord) return ending;
    return ending.outputs.some(({ piece }) => piece.isPrefix) ? ending : undefined;
  }

  /** The state after one symbol, with a column or without. */
  step(state: number, symbol: TextSymbol): number {
    if (symbol.id < this.#width) {
      const next = this.next[state + symbol.id] ?? this.start;
      return next < 0 ? ~next : next;
    }
    return this.#state(this.#trie.step(this.#node(state), symbol.codePoint, symbol.kind === CHARACTER_KIND.word));
  }

  /** What a code point of the text is to the automaton: no symbol when ignored, several for a ligature. */
  symbolsOf(codePoint: number): readonly TextSymbol[] {
    const known = this.#symbols.get(codePoint);
    if (known !== undefined) return known;
    const symbols = foldCodePoint(codePoint).map((folded) => this.#symbolOf(folded));
    const [only] = symbols;
    if (isWholeUnit(codePoint) && symbols.length === 1 && only !== undefined && only.id < this.#width) {
      this.columnOf[codePoint] = only.id;
    }
    if (this.#symbols.size >= SYMBOLS_KEPT) this.#symbols.clear();
    this.#symbols.set(codePoint, symbols);
    return symbols;
  }

  #symbolOf(folded: number): TextSymbol {
    const kind = kindOfFolded(folded);
    return { id: this.#columns.get(folded) ?? this.#otherColumn(kind), kind, codePoint: folded };
  }

  #otherColumn(kind: CharacterKind): number {
    if (kind === CHARACTER_KIND.word) return OTHER_WORD;
    if (kind === CHARACTER_KIND.mark) return OTHER_MARK;
    return kind === CHARACTER_KIND.unit ? OTHER_UNIT : OTHER_SEPARATOR;
  }

  /** Gives the most frequent letters a column each and the others a number beyond. Returns the kinds of the columns. */
  #giveColumns(frequency: ReadonlyMap<number, number>): CharacterKind[] {
    const byUse = [...frequency].toSorted(([, a], [, b]) => b - a).map(([codePoint]) => codePoint);
    const { separator, unit, mark, word } = CHARACTER_KIND;
    const kinds: CharacterKind[] = [separator, separator, unit, mark, word];
    for (const [at, codePoint] of byUse.entries()) {
      this.#columns.set(codePoint, COLUMNS_APART + at);
      if (COLUMNS_APART + at < this.#width) kinds.push(kindOfFolded(codePoint));
    }
    return kinds;
  }

  #fillTable(): Int32Array {
    const next = new Int32Array(this.#nodeOfRow.length * this.#width);
    for (const node of this.#nodeOfRow) this.#fillRow(next, node);
    for (let state = 0; state < next.length; state += this.#width) {
      for (const [column, kind] of this.kindOfColumn.entries()) {
        if (column === NO_COLUMN || this.endingAt(state, kind) !== undefined)
          next[state + column] = ~(next[state + column] ?? 0);
      }
    }
    return next;
  }

  /** A row is that of the node's failure, which comes earlier in the order, with the node's own edges in it. */
  #fillRow(next: Int32Array, node: number): void {
    const state = this.#state(node);
    if (node === ROOT || node === DEAD) {
      for (const [column, kind] of this.kindOfColumn.entries()) {
        next[state + column] = this.#state(kind === CHARACTER_KIND.word ? DEAD : ROOT);
      }
    } else {
      const failure = this.#state(this.#trie.failures[node] ?? ROOT);
      next.copyWithin(state, failure, failure + this.#width);
    }
    for (const [codePoint, child] of this.#trie.children[node === DEAD ? ROOT : node] ?? []) {
      const column = this.#columns.get(codePoint) ?? this.#width;
      const isInsideWord = node === DEAD && this.kindOfColumn[column] === CHARACTER_KIND.word;
      if (column < this.#width && !isInsideWord) next[state + column] = this.#state(child);
    }
  }

  #state(node: number): number {
    return this.#stateOfNode[node] ?? 0;
  }

  #node(state: number): number {
    return this.#nodeOfRow[state / this.#width] ?? ROOT;
  }
}

/** Half a surrogate pair never stands for itself alone in `columnOf`: what follows decides. */
function isWholeUnit(codePoint: number): boolean {
  return codePoint < 0xd800 || (codePoint > 0xdfff && codePoint < 65_536);
}

/** Columns for the letters at hand, as far as the states leave room for them. */
function widthFor(letters: number, states: number): number {
  return Math.max(COLUMNS_APART + 1, Math.min(letters + COLUMNS_APART, MAX_COLUMNS, Math.floor(MAX_CELLS / states)));
}
