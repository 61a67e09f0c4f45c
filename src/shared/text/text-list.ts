/** The comma, those of Chinese, Japanese and Arabic keyboards, and the line breaks of a pasted column. */
const SEPARATOR = /[,，、،\n]/u;

/** Splits a comma-separated field: trims, drops empties and repeats, keeps the first spelling. */
export function parseTextList(text: string, comma: RegExp | "," = SEPARATOR): string[] {
  const items = text
    .split(comma)
    .map((item) => item.trim())
    .filter((item) => item !== "");
  return [...new Set(items)];
}

export function formatTextList(items: readonly string[]): string {
  return items.join(", ");
}
