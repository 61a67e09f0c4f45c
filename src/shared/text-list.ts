/** Splits what a person typed into a comma-separated field: trimmed, empties dropped, first spelling of a repeat kept. */
export function parseTextList(text: string): string[] {
  const items = text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
  return [...new Set(items)];
}

/** The inverse of parseTextList, for showing a list in a text field. */
export function formatTextList(items: readonly string[]): string {
  return items.join(", ");
}
