import { LIMITS } from "#shared/limits.ts";
import { nameKey } from "#shared/text/plain-signs.ts";

/** The tags in a cell, each once, and what can't be one. */
export function parseTags(text: string): { names: string[]; rest: string[] } {
  const names = new Map<string, string>();
  const rest: string[] = [];
  for (const part of text.split(/[;\n]/u)) {
    const name = part.trim().replaceAll(/\s+/gu, " ");
    if (nameKey(name) === "" || names.has(nameKey(name))) continue;
    if (name.length > LIMITS.tag.nameLength || names.size === LIMITS.tag.perLead) rest.push(name);
    else names.set(nameKey(name), name);
  }
  return { names: [...names.values()], rest };
}

export function formatTags(names: readonly string[]): string {
  return names.join("; ");
}
