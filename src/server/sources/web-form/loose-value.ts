/**
 * Reading of values whose shape a stranger decides. None of these throws; own properties only, so that a field called
 * `__proto__` or `constructor` is a field like any other.
 */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What is under the names, one within the other; undefined where there is nothing. */
export function at(value: unknown, ...names: string[]): unknown {
  let inner = value;
  for (const name of names) {
    if (!isRecord(inner) || !Object.hasOwn(inner, name)) return undefined;
    inner = inner[name];
  }
  return inner;
}

/** The items of a list; none of what is no list. */
export function listAt(value: unknown, ...names: string[]): unknown[] {
  const list = at(value, ...names);
  return Array.isArray(list) ? list : [];
}

/** A text or number under the names, trimmed; empty for anything else. */
export function textAt(value: unknown, ...names: string[]): string {
  const text = at(value, ...names);
  return typeof text === "string" || typeof text === "number" ? String(text).trim() : "";
}

/** What a file, an option or the like is called, the best first; and what else may stand beside that and say no more. */
const NAMES_OF_A_THING = ["filename", "fileName", "label", "text", "title", "name", "url", "value"];
const OF_A_NAMED_THING = new Set([...NAMES_OF_A_THING, "id", "ref", "key", "type", "kind", "mimeType", "size"]);

/** What a value says, in one line for people: lists with commas, files by name, parts of an address in their order. */
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

/** The parts that say something, between them the separator. */
export function joined(parts: readonly string[], separator: string): string {
  return parts.filter((part) => part.trim() !== "").join(separator);
}
