import { withoutEnding } from "#server/pipeline/text/fold.ts";

/** An item described by markup in any notation. Type and property names are lowercase, without vocabulary. */
export interface Item {
  types: string[];
  properties: Map<string, Value[]>;
}

export type Value = string | Item;

/** Maximum nesting depth, which also stops items that contain themselves. */
export const DEEPEST_ITEM = 12;

/** No page has more items, not even a directory. */
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

/** Reduces "https://schema.org/Person", "schema:Person" and "Person" to the same name. */
export function localName(name: string): string {
  const trimmed = withoutEnding(name.trim(), /[/#]/u);
  return trimmed
    .slice(Math.max(trimmed.lastIndexOf("/"), trimmed.lastIndexOf("#"), trimmed.lastIndexOf(":")) + 1)
    .toLowerCase();
}

export function valuesOf(item: Item, ...names: string[]): Value[] {
  for (const name of names) {
    const values = item.properties.get(name);
    if (values !== undefined && values.length > 0) return values;
  }
  return [];
}

/** The first text among these properties; for a nested item, its name or value. */
export function textOf(item: Item, ...names: string[]): string {
  return textWithin(item, names, 0);
}

/** Items may contain each other. */
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
