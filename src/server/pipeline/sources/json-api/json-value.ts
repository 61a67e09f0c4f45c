import { cutWhole } from "#shared/text/cut-whole.ts";
import { LIMITS } from "#shared/limits.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The value at a dotted path like `data.items`, where numbers count list items from 0; undefined if there is none. A key
 * that itself contains dots is found too: `@odata.nextLink`.
 */
export function valueAt(value: unknown, path: string): unknown {
  let rest = path;
  let current = value;
  while (rest !== "") {
    if (Array.isArray(current)) {
      const [head = "", ...tail] = rest.split(".");
      current = /^\d{1,9}$/u.test(head) ? (current[Number(head)] as unknown) : undefined;
      rest = tail.join(".");
    } else if (isObject(current)) {
      const key = ownKey(current, rest);
      if (key === null) return undefined;
      current = current[key];
      rest = rest.slice(key.length + 1);
    } else return undefined;
  }
  return current;
}

/** The whole path if that is a key, else the shortest beginning that is one. */
function ownKey(object: JsonObject, path: string): string | null {
  if (Object.hasOwn(object, path)) return path;
  for (let dot = path.indexOf("."); dot !== -1; dot = path.indexOf(".", dot + 1)) {
    const key = path.slice(0, dot);
    if (Object.hasOwn(object, key)) return key;
  }
  return null;
}

/** Names in a list of pairs, such as form answers, best first. */
const PAIR_NAMES = ["name", "key", "label", "question"] as const;
const PAIR_VALUES = ["value", "values", "answer"] as const;

/**
 * Every value of a row as text by its dotted path. Lists are joined with commas; in lists of objects, each field. A list
 * of name and value pairs is read as an object: `[{ name: "email", value: "a@b.example" }]` at `values` becomes
 * `values.email`. An attached file is its name. Blank values are omitted.
 */
export function flatten(row: JsonObject): Map<string, string> {
  const texts = new Map<string, string>();
  collect(row, "", 0, texts);
  return texts;
}

function collect(value: unknown, path: string, depth: number, texts: Map<string, string>): void {
  if (path.length > LIMITS.jsonApi.pathLength) return;
  const file = fileName(value);
  if (file === null && typeof value === "object" && value !== null) {
    if (depth > LIMITS.jsonApi.depth) return;
    for (const [key, inner] of Array.isArray(value) ? itemsOf(value) : Object.entries(value)) {
      collect(inner, key === "" ? path : path === "" ? key : `${path}.${key}`, depth + 1, texts);
    }
    return;
  }
  const text = textOf(file ?? value);
  if (text.trim() === "" || path === "") return;
  const before = texts.get(path);
  if (before === undefined) texts.set(path, text);
  else if (before.length < LIMITS.jsonApi.valueLength) texts.set(path, cut(`${before}, ${text}`));
}

/**
 * The name of an attached file in Airtable (`filename`) or NocoDB (`title`); null for anything else. Their URLs are signed
 * again for every request, so each sync would find the row changed.
 */
function fileName(value: unknown): string | null {
  if (!isObject(value) || typeof value["size"] !== "number") return null;
  const isFile = typeof value["type"] === "string" || typeof value["mimetype"] === "string";
  const name = value["filename"] ?? value["title"];
  return isFile && typeof name === "string" ? name : null;
}

/** The items of a list by name if they are pairs; otherwise without one. */
function itemsOf(list: readonly unknown[]): [string, unknown][] {
  const pairs = list.map(pairOf);
  return pairs.every((pair) => pair !== null) ? pairs : list.map((item) => ["", item]);
}

function pairOf(item: unknown): [string, unknown] | null {
  if (!isObject(item)) return null;
  const value = PAIR_VALUES.find((key) => Object.hasOwn(item, key));
  const name = PAIR_NAMES.map((key) => (Object.hasOwn(item, key) ? item[key] : undefined)).find(
    (one) => typeof one === "string" && one.trim() !== "",
  );
  if (value === undefined || typeof name !== "string") return null;
  // HubSpot's ID of companies: their property `name` isn't the person's.
  const owner = item["objectTypeId"] === "0-2" ? "company." : "";
  return [owner + printable(name), item[value]];
}

function textOf(value: unknown): string {
  if (typeof value === "string") return cut(printable(value));
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

/** PostgreSQL can't store NUL, nor UTF-8 half of a surrogate pair. */
function printable(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}

function cut(text: string): string {
  return text.length > LIMITS.jsonApi.valueLength ? cutWhole(text, LIMITS.jsonApi.valueLength) : text;
}
