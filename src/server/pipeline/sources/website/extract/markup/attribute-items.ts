import { type Element, isTag } from "domhandler";
import { elementText, walkInside } from "#server/pipeline/sources/website/extract/markup/element-text.ts";
import {
  addValue,
  DEEPEST_ITEM,
  type Item,
  localName,
  MOST_ITEMS,
  newItem,
} from "#server/pipeline/sources/website/extract/markup/item.ts";

export interface Notation {
  isItem: (element: Element) => boolean;
  typesOf: (element: Element) => readonly string[];
  /** The properties that an element gives to the item at `root`. */
  namesOf: (element: Element, root: Element) => readonly string[];
  valueOf: (element: Element, name: string) => string;
  /** Adds what the other properties imply. */
  complete?: (item: Item, root: Element) => void;
}

/** Properties that use a link's text, although the standard says its target. */
const TEXTUAL = new Set(
  "name givenname familyname jobtitle legalname title role roles fn description org worksfor".split(" "),
);
/** Properties that use a link's target instead of its text. */
const POINTING = new Set(
  "url sameas homepage mbox hasemail email telephone hastelephone phone tel workplacehomepage weblog image photo logo".split(
    " ",
  ),
);
const CONTACT = /^(?:mailto|tel|fax):/iu;

/**
 * Reads microdata items (HTML Standard, chapter 5) at and inside these elements. Follows `itemref`, even if circular.
 */
export function readMicrodata(scopes: readonly Element[], byId: ReadonlyMap<string, Element>): Item[] {
  const notation: Notation = {
    isItem: ({ attribs }) => attribs["itemscope"] !== undefined,
    typesOf: ({ attribs }) => tokens(attribs["itemtype"]),
    namesOf: ({ attribs }) => tokens(attribs["itemprop"]),
    valueOf: microdataValue,
  };
  return new ItemReader(notation, byId).read(scopes);
}

/** Reads RDFa items (W3C RDFa Core 1.1, limited to RDFa Lite) at and inside these elements. */
export function readRdfa(roots: readonly Element[]): Item[] {
  const notation: Notation = {
    isItem: ({ attribs }) => attribs["typeof"] !== undefined,
    typesOf: ({ attribs }) => tokens(attribs["typeof"]),
    namesOf: ({ attribs }) => [
      ...tokens(attribs["property"]),
      ...tokens(attribs["rel"]).filter((rel) => rel.includes(":") || attribs["typeof"] !== undefined),
    ],
    valueOf: rdfaValue,
  };
  return new ItemReader(notation).read(roots);
}

/** Reads the items of one notation, nested ones as values of the items around them. */
export class ItemReader {
  readonly #notation: Notation;
  readonly #byId: ReadonlyMap<string, Element>;
  readonly #items: Item[] = [];
  #most = 0;

  constructor(notation: Notation, byId: ReadonlyMap<string, Element> = new Map()) {
    this.#notation = notation;
    this.#byId = byId;
  }

  read(roots: readonly Element[]): Item[] {
    for (const root of roots) {
      this.#most = this.#items.length + MOST_ITEMS;
      this.#item(root, 0, new Set());
    }
    return this.#items;
  }

  #item(element: Element, depth: number, above: ReadonlySet<Element>): Item {
    const { attribs } = element;
    const item = newItem(this.#notation.typesOf(element));
    this.#items.push(item);
    const id = attribs["resource"] ?? attribs["about"];
    if (id !== undefined) item.properties.set("@id", [id]);
    const inside = new Set([...above, element]);
    this.#properties(element, element, item, depth, inside);
    for (const reference of tokens(attribs["itemref"]).slice(0, 50)) {
      const part = this.#byId.get(reference);
      if (part === undefined || inside.has(part)) continue;
      inside.add(part);
      if (this.#property(part, element, item, depth, inside)) this.#properties(part, element, item, depth, inside);
    }
    this.#notation.complete?.(item, element);
    return item;
  }

  #properties(within: Element, root: Element, item: Item, depth: number, above: ReadonlySet<Element>): void {
    walkInside(within, (node) => {
      if (this.#items.length > this.#most) return "stop";
      return isTag(node) && this.#property(node, root, item, depth, above);
    });
  }

  /** Returns whether the element's content belongs to the same item. */
  #property(element: Element, root: Element, item: Item, depth: number, above: ReadonlySet<Element>): boolean {
    const isItem = this.#notation.isItem(element);
    if (isItem && (depth >= DEEPEST_ITEM || above.has(element))) return false;
    const nested = isItem ? this.#item(element, depth + 1, above) : null;
    for (const name of this.#notation.namesOf(element, root)) {
      addValue(item, name, nested ?? this.#notation.valueOf(element, name));
    }
    return !isItem;
  }
}

function microdataValue(element: Element, itemprop: string): string {
  const property = localName(itemprop);
  const { name, attribs } = element;
  const { content, href, src, value, datetime } = attribs;
  if (content !== undefined) return content;
  if (href !== undefined && (name === "a" || name === "area" || name === "link")) {
    const isText = TEXTUAL.has(property) || ((property === "email" || property === "telephone") && !CONTACT.test(href));
    return isText && name !== "link" ? elementText(element) : href;
  }
  const stated = name === "data" || name === "meter" ? value : name === "time" ? datetime : undefined;
  return src ?? stated ?? elementText(element);
}

function rdfaValue(element: Element, property: string): string {
  const { content, href, src, resource } = element.attribs;
  if (content !== undefined) return content;
  const target = href ?? resource ?? src;
  const text = elementText(element);
  return target === undefined || !(POINTING.has(localName(property)) || text === "" || CONTACT.test(target))
    ? text
    : target;
}

/** The words of an attribute. */
export function tokens(value: string | undefined): string[] {
  return value?.split(/\s+/u).filter((token) => token !== "") ?? [];
}
