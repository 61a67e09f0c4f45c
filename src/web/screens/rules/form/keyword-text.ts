import type { RuleMode } from "#shared/contract/rule.ts";
import { formatTextList, parseTextList } from "#shared/text-list.ts";

/** Formats keywords for one field: comma-separated, or one regular expression per line. */
export function formatKeywords(keywords: readonly string[], mode: RuleMode): string {
  return mode === "regex" ? keywords.join("\n") : formatTextList(keywords);
}

/** The inverse: trimmed, without blanks or repeats. */
export function parseKeywords(text: string, mode: RuleMode): string[] {
  if (mode !== "regex") return parseTextList(text);
  const lines = text.split("\n").map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ""))];
}
