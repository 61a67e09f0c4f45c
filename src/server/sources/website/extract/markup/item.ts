import { withoutEnding } from "#server/reading/without-ending.ts";

/** A thing that markup describes, whatever notation it is in. Type and property names are in small letters, without vocabulary. */
export interface Item {
  types: string[];
  properties: Map<string, Value[]>;
}

export type Value = string | Item;

/** Nesting beyond this, or an item that contains itself, is not followed. */
export const DEEPEST_ITEM = 12;

/** No page describes more things than a directory has on one page. */
export const MOST_ITEMS = 2_000;

export function newItem(types: readonly string[]): Item {
  return { types: types.map(localName), properties: new Map() };
}

export function addValue(item: Item, name: string, value: Value): void {
  if (typeof value === "string" && value.trim() === "") return;
  const key = localName(name);
  const values = item.properties.get(key);
  if (values === undefined) item.properties.set(key, [value]);
  else values.push(value);
}

/** "https://schema.org/Person", "schema:Person" and "Person" are the same word. */
export function localName(name: string): string {
  const trimmed = withoutEnding(name.trim(), /[/#]/u);
  return trimmed
    .slice(Math.max(trimmed.lastIndexOf("/"), trimmed.lastIndexOf("#"), trimmed.lastIndexOf(":")) + 1)
    .toLowerCase();
}

/** All values of the first of these properties that has any. */
export function valuesOf(item: Item, ...names: string[]): Value[] {
  for (const name of names) {
    const values = item.properties.get(name);
    if (values !== undefined && values.length > 0) return values;
  }
  return [];
}

/** The first text among these properties; of an item, its name or what it holds. */
export function textOf(item: Item, ...names: string[]): string {
  return textWithin(item, names, 0);
}

/** Items may hold each other in a circle. */
function textWithin(item: Item, names: readonly string[], depth: number): string {
  for (const name of names) {
    for (const value of item.properties.get(name) ?? []) {
      const text =
        typeof value === "string" ? value : depth < 3 ? textWithin(value, ["name", "value", "@id"], depth + 1) : "";
      if (text.trim() !== "") return text.replace(/\s+/gu, " ").trim();
    }
  }
  return "";
}
