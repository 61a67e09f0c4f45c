import { keyOfPiece, type Piece } from "#server/intake/keyword-pattern.ts";

/** The pieces of a phrase read so far. */
export interface PhraseNode {
  /** The keywords that are complete here. */
  keywords: number[];
  next: Map<PhrasePiece, PhraseNode>;
}

/** A piece and where it stands in phrases; every keyword is a phrase, if only of one piece. */
export interface PhrasePiece extends Piece {
  /** The phrases that begin with it; null when none does. */
  first: PhraseNode | null;
  /** Whether it is a later piece of some phrase. */
  isContinuing: boolean;
}

/** Joins keywords, each given in pieces, to a trie of phrases. Returns each different piece once. */
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
