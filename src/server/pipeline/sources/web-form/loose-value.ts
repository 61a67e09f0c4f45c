/**
 * Accessors for values of untrusted shape. They never throw and read own properties only, so a field named `__proto__`
 * or `constructor` is an ordinary field.
 */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value at a path of keys; undefined if it does not exist. */
export function at(value: unknown, ...names: string[]): unknown {
  let inner = value;
  for (const name of names) {
    if (!isRecord(inner) || !Object.hasOwn(inner, name)) return undefined;
    inner = inner[name];
  }
  return inner;
}

/** The items of a list; empty for anything else. */
export function listAt(value: unknown, ...names: string[]): unknown[] {
  const list = at(value, ...names);
  return Array.isArray(list) ? list : [];
}

/** The trimmed text or number at a path of keys; empty for anything else. */
export function textAt(value: unknown, ...names: string[]): string {
  const text = at(value, ...names);
  return typeof text === "string" || typeof text === "number" ? String(text).trim() : "";
}

/** Keys that name a file, option or similar, best first, and other keys that add no information. */
const NAMES_OF_A_THING = ["filename", "fileName", "label", "text", "title", "name", "url", "value"];
const OF_A_NAMED_THING = new Set([...NAMES_OF_A_THING, "id", "ref", "key", "type", "kind", "mimeType", "size"]);

/** Renders a value as one readable line: lists with commas, files by name, address parts in order. */
export function sayValue(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value)) return joined(value.map(sayValue), ", ");
  if (typeof value === "number") return String(value);
  if (!isRecord(value)) return "";
  if (Object.keys(value).every((key) => OF_A_NAMED_THING.has(key))) {
    const name = NAMES_OF_A_THING.find((one) => textAt(value, one) !== "");
    if (name !== undefined) return textAt(value, name);
  }
  return joined(
    Object.entries(value).map(([name, part]) => {
      const said = sayValue(part);
      return said === "" ? "" : `${name}: ${said}`;
    }),
    ", ",
  );
}

/** Joins the non-empty parts with the separator. */
export function joined(parts: readonly string[], separator: string): string {
  return parts.filter((part) => part.trim() !== "").join(separator);
}
