import { type Element, isTag } from "domhandler";
import { elementText, walkInside } from "#server/pipeline/sources/website/extract/markup/element-text.ts";
import {
  addValue,
  DEEPEST_ITEM,
  type Item,
  MOST_ITEMS,
  newItem,
} from "#server/pipeline/sources/website/extract/markup/item.ts";

/** hCard classes (microformats.org/wiki/hcard) and the equivalent h-card properties. */
const CLASSIC: Readonly<Record<string, string>> = {
  fn: "p-name",
  "given-name": "p-given-name",
  "family-name": "p-family-name",
  nickname: "p-nickname",
  email: "u-email",
  tel: "p-tel",
  org: "p-org",
  "organization-name": "p-organization-name",
  title: "p-job-title",
  role: "p-role",
  adr: "p-adr",
  "street-address": "p-street-address",
  "postal-code": "p-postal-code",
  locality: "p-locality",
  region: "p-region",
  "country-name": "p-country-name",
  url: "u-url",
  note: "p-note",
  category: "p-category",
};

/** Properties that contain properties themselves. */
const COMPOUND = new Set(["adr", "org", "n"]);

/**
 * Reads microformats cards at these elements (microformats.org/wiki/microformats2-parsing): h-card and the older hCard,
 * including nested cards, implied name and URL, and the value-class pattern.
 */
export function readMicroformats(roots: readonly Element[]): Item[] {
  const items: Item[] = [];
  for (const root of roots) readCard(root, items, 0);
  return items;
}

function readCard(root: Element, items: Item[], depth: number): Item {
  const isClassic = !classes(root).includes("h-card");
  const item = newItem(["h-card"]);
  items.push(item);
  let isEmpty = true;
  walkInside(root, (node) => {
    if (items.length > MOST_ITEMS) return "stop";
    if (!isTag(node)) return false;
    const names = propertiesOf(node, isClassic);
    const isCard = classes(node).some((name) => name === "h-card" || name === "vcard");
    if (isCard && depth >= DEEPEST_ITEM) return false;
    const nested = isCard ? readCard(node, items, depth + 1) : null;
    for (const { prefix, name } of names) {
      isEmpty &&= prefix !== "p" && prefix !== "e";
      if (name === "tel") addPhone(item, node);
      else if (name !== "adr" && name !== "n") addValue(item, name, nested ?? valueOf(node, prefix));
      else if (!hasProperties(node, isClassic)) addValue(item, "adr", elementText(node));
    }
    // An organization's parts (organization-name) belong to this card; a nested card's properties do not.
    return !isCard && (names.length === 0 || names.some(({ name }) => COMPOUND.has(name)));
  });
  imply(item, root, isEmpty, isClassic);
  return item;
}

/** A card without properties is only a name: "Implied properties" in the parsing rules. */
function imply(item: Item, root: Element, isEmpty: boolean, isClassic: boolean): void {
  if (!item.properties.has("name") && !isClassic && isEmpty) {
    addValue(item, "name", impliedName(root) || elementText(root));
  }
  const link = isLink(root) ? root : onlyInside(root, isLink);
  const href = link?.attribs["href"];
  if (href !== undefined && !item.properties.has("url")) addValue(item, "url", href);
}

function impliedName(root: Element): string {
  const named = isNamed(root) ? root : onlyInside(root, isNamed);
  return named?.attribs["alt"] ?? named?.attribs["title"] ?? "";
}

/** Elements with their name in an attribute. */
function isNamed({ name, attribs }: Element): boolean {
  return name === "abbr"
    ? attribs["title"] !== undefined
    : (name === "img" || name === "area") && attribs["alt"] !== undefined;
}

function isLink({ name }: Element): boolean {
  return name === "a" || name === "area";
}

/** The only child, or the only grandchild, if it matches and is not a separate card. */
function onlyInside(root: Element, fits: (element: Element) => boolean): Element | null {
  const [only, ...others] = root.children.filter((child) => isTag(child));
  if (only === undefined || others.length > 0 || classes(only).includes("h-card")) return null;
  if (fits(only)) return only;
  const [inner, ...more] = only.children.filter((child) => isTag(child));
  return inner !== undefined && more.length === 0 && fits(inner) && !classes(inner).includes("h-card") ? inner : null;
}

function propertiesOf(element: Element, isClassic: boolean): { prefix: string; name: string }[] {
  const found: { prefix: string; name: string }[] = [];
  for (const token of classes(element)) {
    const full = isClassic ? CLASSIC[token] : token;
    const match = /^(p|u|e|dt)-([a-z]+(?:-[a-z]+)*)$/u.exec(full ?? "");
    if (match !== null) found.push({ prefix: match[1] ?? "", name: match[2] ?? "" });
  }
  return found;
}

function hasProperties(element: Element, isClassic: boolean): boolean {
  let found = false;
  walkInside(element, (node) => {
    found ||= isTag(node) && propertiesOf(node, isClassic).length > 0;
    return found ? "stop" : true;
  });
  return found;
}

/** Adds a number by its type. Only fax matters, because it is not a phone. */
function addPhone(item: Item, element: Element): void {
  const type = [...parts(element, "type")].map((part) => elementText(part)).join(" ");
  const isFax = /fax/iu.test(type) || classes(element).includes("fax");
  addValue(item, isFax ? "faxnumber" : "tel", valueOf(element, "p"));
}

function valueOf(element: Element, prefix: string): string {
  const { name, attribs } = element;
  if (prefix === "u") {
    const target =
      name === "a" || name === "area" || name === "link" ? attribs["href"] : (attribs["src"] ?? attribs["data"]);
    if (target !== undefined) return target;
  }
  const pieces = parts(element, "value").map((part) => part.attribs["title"] ?? elementText(part));
  const titles = parts(element, "value-title").map((part) => part.attribs["title"] ?? "");
  if (pieces.length + titles.length > 0) return [...pieces, ...titles].join("");
  if (name === "abbr" && attribs["title"] !== undefined) return attribs["title"];
  if (name === "data" || name === "input") return attribs["value"] ?? elementText(element);
  if (name === "img" || name === "area") return attribs["alt"] ?? "";
  if (prefix === "p" && name === "a" && /^tel:/iu.test(attribs["href"] ?? "") && elementText(element) === "")
    return attribs["href"] ?? "";
  return elementText(element);
}

/** The descendants with a class, excluding those nested in each other. */
function parts(element: Element, name: string): Element[] {
  const found: Element[] = [];
  walkInside(element, (node) => {
    if (!isTag(node)) return false;
    if (!classes(node).includes(name)) return true;
    found.push(node);
    return false;
  });
  return found;
}

function classes(element: Element): string[] {
  return element.attribs["class"]?.split(/\s+/u) ?? [];
}
