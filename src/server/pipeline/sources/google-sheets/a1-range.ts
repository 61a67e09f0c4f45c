const CELLS = /^\$?[A-Za-z]{0,3}\$?\d*:\$?[A-Za-z]{0,3}\$?\d*$/u;
const LONE_CELL = /^\$?[A-Za-z]{1,3}\$?\d+$/u;
const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_.]*$/u;

/**
 * Converts the user's input to an A1 range, quoting the tab name where needed, so that `My Sheet!A1:D` works as well as
 * `'My Sheet'!A1:D`. Null for empty input. A single cell such as `Q4` is treated as a tab name, because one cell cannot
 * hold headers and rows.
 */
export function askedRange(typed: string | undefined): string | null {
  const range = typed?.trim() ?? "";
  if (range === "") return null;
  if (range.startsWith("'")) return range;
  const mark = range.lastIndexOf("!");
  if (mark > 0) {
    const cells = range.slice(mark + 1);
    const tab = range.slice(0, mark);
    return cells === "" ? quoteTab(tab) : `${PLAIN_NAME.test(tab) ? tab : quoteTab(tab)}!${cells}`;
  }
  if (CELLS.test(range)) return range;
  return PLAIN_NAME.test(range) && !LONE_CELL.test(range) ? range : quoteTab(range);
}

/** Quotes a tab's title for A1 notation; on its own, it refers to the whole tab. */
export function quoteTab(title: string): string {
  return `'${title.replaceAll("'", "''")}'`;
}

/** The tab that a range names; null if it refers to cells of the first tab. A named range counts as a tab here. */
export function tabOf(range: string): string | null {
  const quoted = /^'((?:[^']|'')*)'(?:!|$)/u.exec(range)?.[1];
  if (quoted !== undefined) return quoted.replaceAll("''", "'");
  const mark = range.lastIndexOf("!");
  if (mark > 0) return range.slice(0, mark);
  return CELLS.test(range) ? null : range;
}

/** Where the range of a values response, such as `'My Sheet'!B2:Z100`, starts; row and column are 1-based. */
export function rangeStart(answered: string) {
  const mark = answered.lastIndexOf("!");
  const [, letters = "", digits = ""] = /^\$?([A-Za-z]*)\$?(\d*)/u.exec(answered.slice(mark + 1)) ?? [];
  return {
    sheet: mark < 0 ? "" : (tabOf(answered) ?? ""),
    row: digits === "" ? 1 : Number(digits),
    column: letters === "" ? 1 : columnNumber(letters),
  };
}

function columnNumber(letters: string): number {
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return column;
}
