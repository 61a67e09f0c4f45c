import { type Element, isTag } from "domhandler";
import { elementText, walkInside } from "#server/sources/website/extract/markup/element-text.ts";
import {
  addValue,
  DEEPEST_ITEM,
  type Item,
  localName,
  MOST_ITEMS,
  newItem,
} from "#server/sources/website/extract/markup/item.ts";

/** Properties that mean an address of a thing rather than the words of a link. */
const POINTING = new Set(
  "url sameas homepage mbox hasemail email telephone hastelephone phone tel workplacehomepage weblog image photo logo".split(
    " ",
  ),
);

/** The things that RDFa describes (W3C RDFa Core 1.1, as much as RDFa Lite has) at and inside of these elements. */
export function readRdfa(roots: readonly Element[]): Item[] {
  const items: Item[] = [];
  for (const root of roots) readThing(root, items, 0);
  return items;
}

function readThing(element: Element, items: Item[], depth: number): Item {
  const types = tokens(element.attribs["typeof"]);
  const item = newItem(types);
  items.push(item);
  const about = element.attribs["resource"] ?? element.attribs["about"];
  if (about !== undefined) item.properties.set("@id", [about]);
  walkInside(element, (node) => {
    if (items.length > MOST_ITEMS) return "stop";
    if (!isTag(node)) return false;
    const isThing = node.attribs["typeof"] !== undefined;
    const names = [
      ...tokens(node.attribs["property"]),
      ...tokens(node.attribs["rel"]).filter((rel) => rel.includes(":") || isThing),
    ];
    if (isThing && depth >= DEEPEST_ITEM) return false;
    const nested = isThing ? readThing(node, items, depth + 1) : null;
    for (const name of names) addValue(item, name, nested ?? valueOf(node, localName(name)));
    return !isThing;
  });
  return item;
}

function valueOf(element: Element, property: string): string {
  const { content, href, src, resource } = element.attribs;
  if (content !== undefined) return content;
  const target = href ?? resource ?? src;
  const text = elementText(element);
  if (target === undefined) return text;
  return POINTING.has(property) || text === "" || /^(?:mailto|tel):/iu.test(target) ? target : text;
}

function tokens(value: string | undefined): string[] {
  return value?.split(/\s+/u).filter((token) => token !== "") ?? [];
}
