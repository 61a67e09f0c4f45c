import { keyOfPiece, type Piece } from "#server/intake/keyword-pattern.ts";

interface PhraseNode {
  keywords: number[];
  children: Map<number, number>;
}

/** All keywords as sequences of pieces, each different piece numbered once. A node stands for the pieces read so far. */
export class PhraseTrie {
  readonly pieces: Piece[] = [];
  readonly #nodes: PhraseNode[] = [];
  readonly #firstOf = new Map<number, number>();
  readonly #continuing = new Set<number>();

  /** `keywords[i]` is keyword i in pieces; one without pieces is never found. */
  constructor(keywords: readonly (readonly Piece[])[]) {
    const numbers = new Map<string, number>();
    for (const [keyword, pieces] of keywords.entries()) {
      let node: PhraseNode | undefined;
      for (const piece of pieces) {
        const number = this.#numberOf(piece, numbers);
        if (node !== undefined) this.#continuing.add(number);
        node = this.#nodes[this.#childOf(node?.children ?? this.#firstOf, number)];
      }
      node?.keywords.push(keyword);
    }
  }

  /** The node after this piece alone. */
  first(piece: number): number | undefined {
    return this.#firstOf.get(piece);
  }

  after(node: number, piece: number): number | undefined {
    return this.#nodes[node]?.children.get(piece);
  }

  /** Whether some phrase has this piece at a later place than the first. */
  continuesAny(piece: number): boolean {
    return this.#continuing.has(piece);
  }

  goesOn(node: number): boolean {
    return (this.#nodes[node]?.children.size ?? 0) > 0;
  }

  keywordsAt(node: number): readonly number[] {
    return this.#nodes[node]?.keywords ?? [];
  }

  /** Whether meeting this piece again cannot find anything new: no phrase is longer, and its keywords are found. */
  isDone(piece: number, foundInCall: Int32Array, call: number): boolean {
    if (this.#continuing.has(piece)) return false;
    const node = this.#nodes[this.#firstOf.get(piece) ?? -1];
    if (node === undefined || node.children.size > 0) return false;
    return node.keywords.every((keyword) => foundInCall[keyword] === call);
  }

  #numberOf(piece: Piece, numbers: Map<string, number>): number {
    const key = keyOfPiece(piece);
    const known = numbers.get(key);
    if (known !== undefined) return known;
    this.pieces.push(piece);
    numbers.set(key, this.pieces.length - 1);
    return this.pieces.length - 1;
  }

  #childOf(children: Map<number, number>, piece: number): number {
    const known = children.get(piece);
    if (known !== undefined) return known;
    this.#nodes.push({ keywords: [], children: new Map() });
    children.set(piece, this.#nodes.length - 1);
    return this.#nodes.length - 1;
  }
}
