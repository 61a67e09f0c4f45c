import {
  addValue,
  DEEPEST_ITEM,
  type Item,
  MOST_ITEMS,
  newItem,
} from "#server/pipeline/sources/website/extract/markup/item.ts";
import { isObject, type Json, parseLooseJson } from "#server/pipeline/sources/website/extract/markup/loose-json.ts";

const MOST_PARTS = 50_000;

/**
 * Reads the items of JSON-LD scripts (W3C JSON-LD 1.1) at any depth, resolving @id references across all scripts of the
 * page. Invalid scripts are skipped.
 */
export function readJsonLd(scripts: readonly string[]): Item[] {
  const nodes = scripts.flatMap((script) => describedNodes(parseLooseJson(script)));
  const byId = new Map<string, Json>();
  for (const node of nodes) {
    const id = node["@id"];
    // The most complete object with an id is the definition; the others are references.
    if (typeof id === "string" && Object.keys(node).length > Object.keys(byId.get(id) ?? {}).length) byId.set(id, node);
  }
  const reader = new NodeReader(byId);
  return nodes.filter((node) => node["@type"] !== undefined).map((node) => reader.read(node, 0));
}

/** All objects of the data in document order, without recursion. */
function describedNodes(data: unknown): Json[] {
  const nodes: Json[] = [];
  const waiting: unknown[] = [data];
  for (let steps = 0; waiting.length > 0 && steps < 50_000 && nodes.length < MOST_ITEMS; steps++) {
    const next = waiting.pop();
    if (isObject(next)) nodes.push(next);
    const parts: unknown[] = Array.isArray(next) ? next : isObject(next) ? Object.values(next) : [];
    // Pushed one by one, because spreading many values would overflow the stack.
    for (let at = Math.min(parts.length, MOST_PARTS) - 1; at >= 0; at--) {
      if (typeof parts[at] === "object") waiting.push(parts[at]);
    }
  }
  return nodes;
}

class NodeReader {
  readonly #byId: ReadonlyMap<string, Json>;
  /** A node with many references is converted once. */
  readonly #items = new Map<Json, Item>();

  constructor(byId: ReadonlyMap<string, Json>) {
    this.#byId = byId;
  }

  read(node: Json, depth: number): Item {
    const id = node["@id"];
    const known = typeof id === "string" && node["@type"] === undefined ? (this.#byId.get(id) ?? node) : node;
    const read = this.#items.get(known);
    if (read !== undefined) return read;
    const item = newItem(texts(known["@type"]));
    this.#items.set(known, item);
    for (const [name, value] of Object.entries(known)) {
      if (name === "@id" && typeof value === "string") item.properties.set("@id", [value]);
      else if (!name.startsWith("@")) this.#add(item, name, value, depth);
    }
    return item;
  }

  #add(item: Item, name: string, value: unknown, depth: number): void {
    if (depth > DEEPEST_ITEM) return;
    if (Array.isArray(value)) for (const one of value.slice(0, MOST_ITEMS)) this.#add(item, name, one, depth + 1);
    else if (typeof value === "string" || typeof value === "number") addValue(item, name, String(value));
    else if (isObject(value)) {
      const literal = value["@value"];
      if (typeof literal === "string" || typeof literal === "number") addValue(item, name, String(literal));
      else addValue(item, name, this.read(value, depth + 1));
    }
  }
}

function texts(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((one) => typeof one === "string");
}
