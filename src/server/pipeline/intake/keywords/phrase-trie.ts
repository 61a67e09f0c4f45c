import { keyOfPiece, type Piece } from "#server/pipeline/intake/keywords/keyword-pattern.ts";

/** A node: the pieces of a phrase read so far. */
export interface PhraseNode {
  /** The keywords that are complete at this node. */
  keywords: number[];
  next: Map<PhrasePiece, PhraseNode>;
}

/** A piece and its position in phrases; every keyword is a phrase, even if it has only one piece. */
export interface PhrasePiece extends Piece {
  /** The phrases that begin with it; null when none do. */
  first: PhraseNode | null;
  /** Whether it also occurs later in some phrase. */
  isContinuing: boolean;
}

/** Joins keywords, given as pieces, into a trie of phrases. Returns each distinct piece once. */
export function joinPhrases(keywords: readonly (readonly Piece[])[]): PhrasePiece[] {
  const pieces = new Map<string, PhrasePiece>();
  for (const [keyword, parts] of keywords.entries()) {
    let node: PhraseNode | null = null;
    for (const part of parts) {
      const key = keyOfPiece(part);
      const piece: PhrasePiece = pieces.get(key) ?? { ...part, first: null, isContinuing: false };
      pieces.set(key, piece);
      if (node === null) {
        node = piece.first ??= { keywords: [], next: new Map() };
      } else {
        piece.isContinuing = true;
        const after: PhraseNode = node.next.get(piece) ?? { keywords: [], next: new Map() };
        node.next.set(piece, after);
        node = after;
      }
    }
    node?.keywords.push(keyword);
  }
  return [...pieces.values()];
}
