import { CHARACTER_KIND, foldCodePoint, kindOfFolded, type CharacterKind } from "#server/intake/fold-character.ts";
import { DEAD, PieceTrie, ROOT, type TrieOutput } from "#server/intake/piece-trie.ts";

/** A column of the transition table, or for a rare letter a number beyond them. */
export interface TextSymbol {
  id: number;
  kind: CharacterKind;
  codePoint: number;
}

/** In `columnOf`: not one column; `symbolsOf` knows. */
export const NO_COLUMN = 255;
const MAX_COLUMNS = 128;
/** At 4 bytes each the table stays below 64 MB, however many keywords there are. */
const MAX_CELLS = 16_000_000;
const SYMBOLS_KEPT = 65_536;

const OTHER_SEPARATOR = 0;
const OTHER_UNIT = 1;
const OTHER_MARK = 2;

/**
 * A deterministic automaton over UTF-16 units that recognises every spelling of every piece in one pass. Its letters
 * are the columns of a dense table; letters that are rare among the spellings, as in a large set of Han keywords, have
 * no column and go by the trie, so that the table's size has a bound.
 */
export class Automaton {
  /** Per UTF-16 unit its column or NO_COLUMN; filled as characters are met, for Latin text at once. */
  readonly columnOf = new Uint8Array(65_536).fill(NO_COLUMN);
  /** `next[state * width + column]` is the state after it. */
  readonly next: Int32Array;
  readonly width: number;
  /** Columns from here on are word characters. */
  readonly firstWordColumn: number;
  /** States from here on recognise a piece if no word character follows … */
  readonly firstAccepting: number;
  /** … and from here on whatever follows, or by the rule that `Output` states. */
  readonly firstAlwaysAccepting: number;
  readonly start: number;

  /** Per column the kind of its characters. */
  readonly kindOfColumn: CharacterKind[];

  readonly #trie: PieceTrie;
  readonly #stateOfNode: Int32Array;
  readonly #nodeOfState: Int32Array;
  readonly #columns = new Map<number, number>();
  readonly #symbols = new Map<number, readonly TextSymbol[]>();

  /** Builds from spellings; `isPrefix` tells of a piece's number whether the word may go on after it. */
  constructor(
    spellings: Iterable<{ codePoints: readonly number[]; piece: number }>,
    isPrefix: (piece: number) => boolean,
  ) {
    this.#trie = new PieceTrie();
    const frequency = new Map<number, number>();
    for (const { codePoints, piece } of spellings) {
      this.#trie.add(codePoints, { piece, length: codePoints.length });
      for (const codePoint of codePoints) frequency.set(codePoint, (frequency.get(codePoint) ?? 0) + 1);
    }
    const order = this.#trie.link();

    this.width = widthFor(frequency.size + 4, order.length);
    this.firstWordColumn = this.#giveColumns(frequency);
    this.kindOfColumn = new Array<CharacterKind>(this.width).fill(CHARACTER_KIND.word);
    this.kindOfColumn.splice(0, 3, CHARACTER_KIND.separator, CHARACTER_KIND.unit, CHARACTER_KIND.mark);
    for (const [codePoint, column] of this.#columns) {
      if (column < this.width) this.kindOfColumn[column] = kindOfFolded(codePoint);
    }

    const rank = (node: number): number => {
      const outputs = this.#trie.outputs[node] ?? [];
      if (outputs.length === 0) return 0;
      return this.#trie.endsInWord[node] === true && !outputs.some(({ piece }) => isPrefix(piece)) ? 1 : 2;
    };
    const ranks = order.map(rank);
    this.firstAccepting = ranks.filter((value) => value === 0).length;
    this.firstAlwaysAccepting = this.firstAccepting + ranks.filter((value) => value === 1).length;
    const free = [0, this.firstAccepting, this.firstAlwaysAccepting];
    this.#stateOfNode = new Int32Array(order.length);
    this.#nodeOfState = new Int32Array(order.length);
    for (const [at, node] of order.entries()) {
      const state = free[ranks[at] ?? 0] ?? 0;
      free[ranks[at] ?? 0] = state + 1;
      this.#stateOfNode[node] = state;
      this.#nodeOfState[state] = node;
    }
    this.start = this.#state(ROOT);
    this.next = this.#fillTable(order);
    for (let unit = 0; unit < 0x250; unit += 1) this.symbolsOf(unit);
  }

  /** The pieces that end at a state. */
  outputsOf(state: number): readonly TrieOutput[] {
    return this.#trie.outputs[this.#nodeOfState[state] ?? ROOT] ?? [];
  }

  endsInWord(state: number): boolean {
    return this.#trie.endsInWord[this.#nodeOfState[state] ?? ROOT] === true;
  }

  /** The state after one symbol, with a column or without. */
  step(state: number, symbol: TextSymbol): number {
    if (symbol.id < this.width) return this.next[state * this.width + symbol.id] ?? this.start;
    const node = this.#nodeOfState[state] ?? ROOT;
    return this.#state(this.#trie.step(node, symbol.codePoint, symbol.kind === CHARACTER_KIND.word));
  }

  /** What a code point of the text is to the automaton: no symbol when ignored, several for a ligature. */
  symbolsOf(codePoint: number): readonly TextSymbol[] {
    const known = this.#symbols.get(codePoint);
    if (known !== undefined) return known;
    const symbols = foldCodePoint(codePoint).map((folded) => this.#symbolOf(folded));
    const [only] = symbols;
    if (codePoint < 65_536 && symbols.length === 1 && only !== undefined && only.id < this.width) {
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
    if (kind === CHARACTER_KIND.word) return this.firstWordColumn;
    if (kind === CHARACTER_KIND.mark) return OTHER_MARK;
    return kind === CHARACTER_KIND.unit ? OTHER_UNIT : OTHER_SEPARATOR;
  }

  /** Gives the most frequent letters a column each, word characters last. Returns the first of those, for all other words. */
  #giveColumns(frequency: ReadonlyMap<number, number>): number {
    const byUse = [...frequency].sort(([, a], [, b]) => b - a).map(([codePoint]) => codePoint);
    const dense = byUse.slice(0, this.width - 4);
    const isWord = (codePoint: number): boolean => kindOfFolded(codePoint) === CHARACTER_KIND.word;
    let column = OTHER_MARK + 1;
    for (const codePoint of dense.filter((each) => !isWord(each))) this.#columns.set(codePoint, column++);
    const firstWordColumn = column++;
    for (const codePoint of dense.filter(isWord)) this.#columns.set(codePoint, column++);
    for (const [at, codePoint] of byUse.slice(this.width - 4).entries()) this.#columns.set(codePoint, this.width + at);
    return firstWordColumn;
  }

  #fillTable(order: readonly number[]): Int32Array {
    const { width, firstWordColumn } = this;
    const next = new Int32Array(order.length * width);
    const root = this.#state(ROOT);
    const dead = this.#state(DEAD);
    for (const node of order) {
      const row = this.#state(node) * width;
      if (node === ROOT || node === DEAD) {
        next.fill(root, row, row + firstWordColumn);
        next.fill(dead, row + firstWordColumn, row + width);
      } else {
        const failure = this.#state(this.#trie.failures[node] ?? ROOT) * width;
        next.copyWithin(row, failure, failure + width);
      }
      const edges = this.#trie.children[node === DEAD ? ROOT : node] ?? [];
      for (const [codePoint, child] of edges) {
        const column = this.#columns.get(codePoint) ?? width;
        const opensWord = column >= firstWordColumn;
        if (column < width && !(node === DEAD && opensWord)) next[row + column] = this.#state(child);
      }
    }
    return next;
  }

  #state(node: number): number {
    return this.#stateOfNode[node] ?? 0;
  }
}

/** Columns for the letters at hand, as far as the states leave room for them. */
function widthFor(letters: number, states: number): number {
  return Math.max(8, Math.min(letters, MAX_COLUMNS, Math.floor(MAX_CELLS / states)));
}
