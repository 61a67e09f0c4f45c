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

/** What a value says, in one line for people: lists with commas, files by name, parts of an address in their order. */
export function sayValue(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value)) return joined(value.map(sayValue), ", ");
  if (typeof value === "number") return String(value);
  if (!isRecord(value)) return "";
  for (const name of ["filename", "fileName", "label", "text", "title", "name", "url", "value"]) {
    // More than its own name to tell: all of it is told.
    if (textAt(value, name) !== "" && Object.keys(value).every((key) => OF_A_NAMED_THING.has(key))) {
      return textAt(value, name);
    }
  }
  return joined(
    Object.entries(value).map(([name, part]) => {
      const said = sayValue(part);
      return said === "" ? "" : `${name}: ${said}`;
    }),
    ", ",
  );
}

const OF_A_NAMED_THING = new Set(
  "id,ref,key,type,kind,mimeType,mimetype,size,url,filename,fileName,name,label,text,title,value".split(","),
);

/** The parts that say something, between them the separator. */
export function joined(parts: readonly string[], separator: string): string {
  return parts.filter((part) => part.trim() !== "").join(separator);
}
