import {
  CHARACTER_KIND,
  foldCodePoint,
  kindOfFolded,
  type CharacterKind,
} from "#server/pipeline/intake/keywords/fold-character.ts";
import { DEAD, PieceTrie, ROOT, type TrieOutput } from "#server/pipeline/intake/keywords/piece-trie.ts";

/** A column of the transition table, or an ID past the last column for a rare letter. */
export interface TextSymbol {
  id: number;
  kind: CharacterKind;
  codePoint: number;
}

/** Marks a character that doesn't map to exactly one column; use `symbolsOf` for it. */
export const NO_COLUMN = 0;
const OTHER_SEPARATOR = 1;
const OTHER_UNIT = 2;
const OTHER_MARK = 3;
const OTHER_WORD = 4;
/** The columns before this one don't belong to a letter of any spelling. */
const COLUMNS_APART = 5;
const MAX_COLUMNS = 128;
/** At 4 bytes per cell the table stays below 64 MB, no matter how many keywords there are. */
const MAX_CELLS = 16_000_000;
const CACHED_SYMBOLS = 65_536;

/** The spellings that end at a state. */
export interface Ending<P> {
  readonly outputs: readonly TrieOutput<P>[];
  /** Whether the last character is part of a word. */
  readonly endsInWord: boolean;
}

/**
 * A deterministic automaton over UTF-16 units that recognizes every spelling of every piece in one pass. Letters are
 * columns of a dense table. To bound the table's size, letters that are rare in the spellings, as in a large set of Han
 * keywords, have no column and use the trie instead. A state is the offset of its row in the table.
 */
export class Automaton<P extends { isPrefix: boolean }, E extends Ending<P>> {
  /** Column of each UTF-16 unit. Filled as characters occur, in advance for Latin text. */
  readonly columnOf = new Uint8Array(65_536);
  /**
   * `next[state + column]` is the next state. A negative value needs extra handling because a piece ended or there is
   * no column; with a column, the state is the value's complement. Ordinary text thus costs one comparison per unit.
   */
  readonly next: Int32Array;
  readonly start: number;
  /** Kind of the characters in each column. */
  readonly kindOfColumn: CharacterKind[];

  readonly #width: number;
  readonly #trie = new PieceTrie<P>();
  readonly #stateOfNode: Int32Array;
  readonly #nodeOfRow: readonly number[];
  /** Indexed by row; undefined where nothing ends. */
  readonly #endings: readonly (E | undefined)[];
  readonly #columns = new Map<number, number>();
  readonly #symbols = new Map<number, readonly TextSymbol[]>();

  /**
   * Builds the automaton from spellings; `describe` maps the outputs of a state to the object that `endingAt` returns.
   */
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

  /** The pieces that end at a state, given the next character; undefined when none can. */
  endingAt(state: number, following: CharacterKind): E | undefined {
    const ending = this.#endings[state / this.#width];
    if (ending === undefined || following !== CHARACTER_KIND.word || !ending.endsInWord) return ending;
    return ending.outputs.some(({ piece }) => piece.isPrefix) ? ending : undefined;
  }

  /** The next state for one symbol, with or without a column. */
  step(state: number, symbol: TextSymbol): number {
    if (symbol.id < this.#width) {
      const next = this.next[state + symbol.id] ?? this.start;
      return next < 0 ? ~next : next;
    }
    return this.#state(this.#trie.step(this.#node(state), symbol.codePoint, symbol.kind === CHARACTER_KIND.word));
  }

  /** The automaton's symbols for a code point: none when it is ignored, several for a ligature. */
  symbolsOf(codePoint: number): readonly TextSymbol[] {
    const known = this.#symbols.get(codePoint);
    if (known !== undefined) return known;
    const symbols = foldCodePoint(codePoint).map((folded) => this.#symbolOf(folded));
    const [only] = symbols;
    if (isWholeUnit(codePoint) && symbols.length === 1 && only !== undefined && only.id < this.#width) {
      this.columnOf[codePoint] = only.id;
    }
    if (this.#symbols.size >= CACHED_SYMBOLS) this.#symbols.clear();
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

  /**
   * Assigns columns to the most frequent letters and IDs beyond the columns to the rest. Returns each column's kind.
   */
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

  /** Copies the row of the node's failure link, which comes earlier in the order, then adds the node's own edges. */
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

/** Surrogates never get an entry in `columnOf`, since their meaning depends on the next unit. */
function isWholeUnit(codePoint: number): boolean {
  return codePoint < 0xd800 || (codePoint > 0xdfff && codePoint < 65_536);
}

/** Number of columns for these letters, as far as the number of states allows. */
function widthFor(letters: number, states: number): number {
  return Math.max(COLUMNS_APART + 1, Math.min(letters + COLUMNS_APART, MAX_COLUMNS, Math.floor(MAX_CELLS / states)));
}
