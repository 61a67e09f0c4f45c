import type { Element } from "domhandler";

/** A contact that the markup itself names, where its link stands. */
export interface MarkedContact {
  kind: "email" | "phone" | "fax";
  value: string;
  start: number;
  end: number;
}

/** One visible line of a page: what a browser shows between two line breaks. */
export interface Line {
  text: string;
  /** The block that it stands in: an index of `PageTree.blocks`. */
  block: number;
  /** 1 to 6 for a heading, 7 for a line that is all bold and so heads what follows, 0 for other lines. */
  heading: number;
  /** Offsets at which inline elements begin or end, ascending: what stands between two was set apart by the author. */
  seams: number[];
  marked: MarkedContact[];
  links: LineLink[];
  /** It comes after a single `<br>`, in the same paragraph as the line before. */
  isContinued: boolean;
}

export interface LineLink {
  href: string;
  start: number;
  end: number;
}

/** A block element, in document order, so that a block's descendants follow it directly. */
export interface Block {
  element: Element | null;
  parent: number;
  depth: number;
  /** Its lines are from `first` up to but not including `end`. */
  first: number;
  end: number;
  /** Its descendants are the blocks up to but not including this one. */
  lastBlock: number;
}

/** What one walk over a page finds: its lines, their blocks, and the elements that other readers start from. */
export interface PageTree {
  lines: Line[];
  blocks: Block[];
  tables: number[];
  anchors: Element[];
  metas: Element[];
  linkElements: Element[];
  scripts: Element[];
  frames: Element[];
  /** The outermost elements of each kind of markup. */
  itemScopes: Element[];
  typedElements: Element[];
  microformats: Element[];
  byId: Map<string, Element>;
  title: string;
  language: string;
  baseHref: string;
  passwordFields: number;
  textLength: number;
}
