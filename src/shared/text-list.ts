/** Splits a comma-separated field: trims, drops empties and repeats, keeps the first spelling. */
export function parseTextList(text: string): string[] {
  const items = text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
  return [...new Set(items)];
}

export function formatTextList(items: readonly string[]): string {
  return items.join(", ");
}
