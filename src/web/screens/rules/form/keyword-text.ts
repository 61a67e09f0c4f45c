import type { RuleMode } from "#shared/contract/rule.ts";
import { formatTextList, parseTextList } from "#shared/text-list.ts";

/** How keywords are typed into one field: with commas between, regular expressions each in a line of its own. */
export function formatKeywords(keywords: readonly string[], mode: RuleMode): string {
  return mode === "regex" ? keywords.join("\n") : formatTextList(keywords);
}

/** The inverse: trimmed, without what is empty or repeated. */
export function parseKeywords(text: string, mode: RuleMode): string[] {
  if (mode !== "regex") return parseTextList(text);
  const lines = text.split("\n").map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ""))];
}
