import { LIMITS } from "#shared/limits.ts";

/** One item of a comma-separated list, such as a fact's name, which may contain commas. */
export function escapeItem(item: string): string {
  return item.replaceAll("%", "%25").replaceAll(",", "%2C");
}

/** The inverse of escapeItem. */
export function unescapeItem(text: string): string {
  return text.replaceAll(/%2c/giu, ",").replaceAll("%25", "%");
}

/** The names of facts that a list shows, from their escaped, comma-separated text. */
export function factNamesOf(text: string): string[] {
  const names = text.split(",").map(unescapeItem).filter(isColumnName);
  return [...new Set(names)].slice(0, LIMITS.list.factColumns);
}

/** Whether a list can show the facts of this name. */
export function isColumnName(name: string): boolean {
  return name !== "" && name.length <= LIMITS.list.factNameLength;
}
