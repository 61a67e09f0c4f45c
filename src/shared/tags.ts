import { LIMITS } from "#shared/limits.ts";

/** Tag colors, none of which is used for statuses, scores or errors. */
export const TAG_COLORS = ["indigo", "blue", "purple", "teal", "pink", "slate", "gray"] as const;
export type TagColor = (typeof TAG_COLORS)[number];

/** Whether a lead must have any, all or none of the tags. */
export const TAG_MATCHES = ["any", "all", "none"] as const;
export type TagMatch = (typeof TAG_MATCHES)[number];

/** What makes two names the same tag. */
export function tagKey(name: string): string {
  return name.trim().replaceAll(/\s+/gu, " ").normalize("NFKC").toLowerCase();
}

/** The tags in a cell, each once, and what can't be one. */
export function parseTags(text: string): { names: string[]; rest: string[] } {
  const names = new Map<string, string>();
  const rest: string[] = [];
  for (const part of text.split(/[;\n]/u)) {
    const name = part.trim().replaceAll(/\s+/gu, " ");
    if (name === "" || names.has(tagKey(name))) continue;
    if (name.length > LIMITS.tag.nameLength || names.size === LIMITS.tag.perLead) rest.push(name);
    else names.set(tagKey(name), name);
  }
  return { names: [...names.values()], rest };
}

export function formatTags(names: readonly string[]): string {
  return names.join("; ");
}
