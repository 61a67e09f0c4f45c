import { CHARACTER_KIND, kindOfFolded } from "#server/pipeline/intake/keywords/fold-character.ts";

/** A spelling that ends at a trie node. */
export interface TrieOutput<P> {
  piece: P;
  /** Length in folded characters. */
  length: number;
}

/** Nothing read since the last boundary that could begin a piece; a piece can begin here. */
export const ROOT = 0;
/** Inside a word that is not a piece; no piece can begin before the next boundary. */
export const DEAD = 1;

/**
 * Trie of all spellings with failure links (Aho and Corasick, 1975), with one change: a piece can begin only at a
 * boundary, which is anywhere except between two word characters. A node's chain of failure links therefore ends in
 * ROOT or, after a word character, in DEAD.
 */
export class PieceTrie<P> {
  /** Per node: the spellings that end here, including shorter ones once `link` has run. */
  readonly outputs: TrieOutput<P>[][] = [[], []];
  /** Per node: where to continue when no edge matches; set by `link`. */
  readonly failures: number[] = [ROOT, DEAD];
  /** Per node: whether the last character is part of a word. */
  readonly endsInWord: boolean[] = [false, true];
  readonly children: Map<number, number>[] = [new Map<number, number>(), new Map<number, number>()];

  add(spelling: readonly number[], output: TrieOutput<P>): void {
    let node = ROOT;
    for (const codePoint of spelling) {
      let child = this.children[node]?.get(codePoint);
      if (child === undefined) {
        child = this.children.length;
        this.children.push(new Map());
        this.outputs.push([]);
        this.failures.push(ROOT);
        this.endsInWord.push(kindOfFolded(codePoint) === CHARACTER_KIND.word);
        this.children[node]?.set(codePoint, child);
      }
      node = child;
    }
    this.outputs[node]?.push(output);
  }

  /** Sets the failure links and their outputs. Returns all nodes, with parents and failure targets first. */
  link(): number[] {
    const order = [ROOT, DEAD];
    for (let at = 0; at < order.length; at += 1) {
      const node = order[at] ?? ROOT;
      for (const [codePoint, child] of this.children[node] ?? []) {
        const isWord = this.endsInWord[child] === true;
        const failure = node === ROOT ? bottom(isWord) : this.step(this.failures[node] ?? ROOT, codePoint, isWord);
        this.failures[child] = failure;
        const inherited = this.outputs[failure] ?? [];
        if (inherited.length > 0) this.outputs[child] = [...(this.outputs[child] ?? []), ...inherited];
        order.push(child);
      }
    }
    return order;
  }

  /** The node after `node` when reading a folded code point. */
  step(node: number, codePoint: number, isWord: boolean): number {
    for (let at = node; ; at = this.failures[at] ?? ROOT) {
      const child = this.children[at]?.get(codePoint);
      if (child !== undefined) return child;
      if (at === ROOT) return bottom(isWord);
      if (at === DEAD) return isWord ? DEAD : (this.children[ROOT]?.get(codePoint) ?? ROOT);
    }
  }
}

function bottom(isWord: boolean): number {
  return isWord ? DEAD : ROOT;
}
