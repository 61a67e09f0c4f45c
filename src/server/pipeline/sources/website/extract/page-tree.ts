import type { Element } from "domhandler";
import type { FurtherContact } from "#server/pipeline/sources/website/extract/page-reading.ts";

/** A contact found in markup, at its link's position. */
export interface MarkedContact {
  kind: "email" | "phone" | "fax";
  value: string;
  start: number;
  end: number;
}

/** A visible line: what a browser shows between two line breaks. */
export interface Line {
  text: string;
  /** Index of its block in `PageTree.blocks`. */
  block: number;
  /** 1 to 6 for a heading, 7 for an all-bold line, which acts as a heading, 0 for other lines. */
  heading: number;
  /** Offsets where inline elements start or end, ascending; text between two was set apart by the author. */
  seams: number[];
  marked: MarkedContact[];
  links: LineLink[];
  /** Follows a single `<br>`, in the same paragraph as the line before. */
  isContinued: boolean;
  /** Preceded by a rule or a blank line. */
  isApart: boolean;
}

export interface LineLink {
  href: string;
  start: number;
  end: number;
}

/** A block element. Blocks are in document order, so descendants follow directly. */
export interface Block {
  element: Element | null;
  parent: number;
  /** Its lines are `first` (inclusive) to `end` (exclusive). */
  first: number;
  end: number;
  /** Index after its last descendant. */
  lastBlock: number;
}

/** The result of walking a page once: its lines, their blocks, and entry points for other readers. */
export interface PageTree {
  lines: Line[];
  blocks: Block[];
  anchors: Element[];
  metas: Element[];
  linkElements: Element[];
  scripts: Element[];
  frames: Element[];
  /** The outermost elements of each markup notation. */
  itemScopes: Element[];
  typedElements: Element[];
  microformats: Element[];
  byId: Map<string, Element>;
  title: string;
  /** What the first logo shows. */
  logo: string;
  language: string;
  baseHref: string;
  passwordFields: number;
  textLength: number;
}

/** A part of a record found in a page's lines. Offsets are UTF-16 units into the line's text. */
export interface Mark {
  kind: "email" | "phone" | "fax" | "number" | "address";
  value: string;
  line: number;
  start: number;
  end: number;
  method: "markup" | "text";
  /** Label of a number or address that is not the primary phone or email. */
  label?: FurtherContact["label"];
  /** For an email: it belongs to an office, not to a person. */
  isWeak?: boolean;
}
