import { type Element, isTag } from "domhandler";
import { elementText, walkInside } from "#server/pipeline/sources/website/extract/markup/element-text.ts";
import { ItemReader, tokens } from "#server/pipeline/sources/website/extract/markup/attribute-items.ts";
import { addValue, type Item } from "#server/pipeline/sources/website/extract/markup/item.ts";

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

/** Properties that a card may have in addition to its implied name. */
const LINKS = new Set(["url", "email", "photo"]);

/**
 * Reads microformats cards at these elements (microformats.org/wiki/microformats2-parsing): h-card and the older hCard,
 * including nested cards, implied name and URL, and the value-class pattern.
 */
export function readMicroformats(roots: readonly Element[]): Item[] {
  return new ItemReader({ isItem: isCard, typesOf: () => ["h-card"], namesOf, valueOf, complete: imply }).read(roots);
}

export function isCard(element: Element): boolean {
  return tokens(element.attribs["class"]).some((name) => name === "h-card" || name === "vcard");
}

function isClassic(root: Element): boolean {
  return !tokens(root.attribs["class"]).includes("h-card");
}

/** A card without properties is only a name: "Implied properties" in the parsing rules. */
function imply(item: Item, root: Element): void {
  const isEmpty = [...item.properties.keys()].every((name) => LINKS.has(name));
  if (isEmpty && !isClassic(root)) addValue(item, "name", impliedName(root) || elementText(root));
  const link = isLink(root) ? root : onlyInside(root, isLink);
  if (!item.properties.has("url")) addValue(item, "url", link?.attribs["href"] ?? "");
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
  if (only === undefined || others.length > 0 || isCard(only)) return null;
  if (fits(only)) return only;
  const [inner, ...more] = only.children.filter((child) => isTag(child));
  return inner !== undefined && more.length === 0 && fits(inner) && !isCard(inner) ? inner : null;
}

/** The properties as "p:name", with the prefix that decides how to read the value. */
function namesOf(element: Element, root: Element): string[] {
  const names = tokens(element.attribs["class"]).map((token) => (isClassic(root) ? CLASSIC[token] : token) ?? "");
  return names
    .filter((name) => /^(?:p|u|e|dt)-[a-z]+(?:-[a-z]+)*$/u.test(name))
    .map((name) => (name === "p-tel" && isFax(element) ? "p-faxnumber" : name).replace("-", ":"));
}

function isFax(phone: Element): boolean {
  const type = parts(phone, "type").map((part) => elementText(part));
  return /fax/iu.test(type.join(" ")) || tokens(phone.attribs["class"]).includes("fax");
}

function valueOf(element: Element, property: string): string {
  const { name, attribs } = element;
  if (property.startsWith("u:")) {
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
  return elementText(element) || (/^tel:/iu.test(attribs["href"] ?? "") ? (attribs["href"] ?? "") : "");
}

/** The descendants with a class, excluding those nested in each other. */
function parts(element: Element, name: string): Element[] {
  const found: Element[] = [];
  walkInside(element, (node) => {
    if (!isTag(node)) return false;
    if (!tokens(node.attribs["class"]).includes(name)) return true;
    found.push(node);
    return false;
  });
  return found;
}
