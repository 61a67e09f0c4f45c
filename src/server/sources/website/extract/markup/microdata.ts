import { type Element, isTag } from "domhandler";
import { elementText, walkInside } from "#server/sources/website/extract/markup/element-text.ts";
import {
  addValue,
  DEEPEST_ITEM,
  type Item,
  MOST_ITEMS,
  newItem,
  type Value,
} from "#server/sources/website/extract/markup/item.ts";

/** Properties whose text counts even on a link, whose value would be its target. */
const TEXTUAL = new Set(
  "name givenname familyname jobtitle legalname title role roles fn description org worksfor".split(" "),
);

/**
 * The items of microdata (HTML Standard, chapter 5) that begin at these elements, nested ones that are no value of
 * another included. `itemref` is followed, also in circles.
 */
export function readMicrodata(scopes: readonly Element[], byId: ReadonlyMap<string, Element>): Item[] {
  const reader = new ScopeReader(byId);
  return scopes.flatMap((scope) => reader.read(scope));
}

class ScopeReader {
  readonly #byId: ReadonlyMap<string, Element>;
  #items: Item[] = [];

  constructor(byId: ReadonlyMap<string, Element>) {
    this.#byId = byId;
  }

  /** The item of a scope and all that are nested in it. */
  read(scope: Element): Item[] {
    this.#items = [];
    this.#item(scope, 0, new Set());
    return this.#items;
  }

  #item(scope: Element, depth: number, above: ReadonlySet<Element>): Item {
    const item = newItem((scope.attribs["itemtype"] ?? "").split(/\s+/u).filter((type) => type !== ""));
    this.#items.push(item);
    const inside = new Set([...above, scope]);
    this.#properties(scope, item, depth, inside);
    for (const id of (scope.attribs["itemref"] ?? "").split(/\s+/u).slice(0, 50)) {
      const part = this.#byId.get(id);
      if (part === undefined || inside.has(part)) continue;
      inside.add(part);
      this.#property(part, item, depth, inside);
      if (part.attribs["itemscope"] === undefined) this.#properties(part, item, depth, inside);
    }
    return item;
  }

  #properties(root: Element, item: Item, depth: number, above: ReadonlySet<Element>): void {
    walkInside(root, (node) => {
      if (this.#items.length > MOST_ITEMS) return "stop";
      if (!isTag(node)) return false;
      this.#property(node, item, depth, above);
      return node.attribs["itemscope"] === undefined;
    });
  }

  #property(element: Element, item: Item, depth: number, above: ReadonlySet<Element>): void {
    const names = element.attribs["itemprop"]?.split(/\s+/u).filter((name) => name !== "") ?? [];
    const isScope = element.attribs["itemscope"] !== undefined;
    if (isScope && (depth >= DEEPEST_ITEM || above.has(element))) return;
    const nested = isScope ? this.#item(element, depth + 1, above) : null;
    for (const name of names) addValue(item, name, nested ?? valueOf(element, name.toLowerCase()));
  }
}

function valueOf(element: Element, property: string): Value {
  const { name, attribs } = element;
  if (attribs["content"] !== undefined) return attribs["content"];
  const target = name === "a" || name === "area" || name === "link" ? attribs["href"] : undefined;
  if (target !== undefined) {
    const isContact = /^(?:mailto|tel|fax):/iu.test(target);
    const isText = TEXTUAL.has(property) || ((property === "email" || property === "telephone") && !isContact);
    return isText && name !== "link" ? elementText(element) : target;
  }
  if (attribs["src"] !== undefined) return attribs["src"];
  if (name === "data" || name === "meter") return attribs["value"] ?? elementText(element);
  if (name === "time") return attribs["datetime"] ?? elementText(element);
  return elementText(element);
}
