import type { RuleMode } from "#shared/contract/rule.ts";
import { formatTextList, parseTextList } from "#shared/text/text-list.ts";

/** Formats keywords for one field: comma-separated, or one regular expression or condition per line. */
export function formatKeywords(keywords: readonly string[], mode: RuleMode): string {
  return isPerLine(mode) ? keywords.join("\n") : formatTextList(keywords);
}

/** The inverse: trimmed, without blanks or repeats. */
export function parseKeywords(text: string, mode: RuleMode): string[] {
  if (!isPerLine(mode)) return parseTextList(text);
  const lines = text.split("\n").map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ""))];
}

function isPerLine(mode: RuleMode): boolean {
  return mode === "regex" || mode === "condition";
}
