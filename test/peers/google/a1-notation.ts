/** A rectangle of cells, counted from 1; an open end is Infinity. Without a tab it is in the first visible one. */
export interface CellRange {
  tab: string | null;
  top: number;
  left: number;
  bottom: number;
  right: number;
}

const WHOLE = { top: 1, left: 1, bottom: Infinity, right: Infinity };

/**
 * Reads A1 notation as https://developers.google.com/workspace/sheets/api/guides/concepts describes it: `Sheet1!A1:B2`,
 * `Sheet1!A:A`, `Sheet1!1:2`, `Sheet1!A5:A`, `A1:B2`, `Sheet1`, `'My Custom Sheet'!A:A`. Returns null for anything
 * else.
 */
export function readA1(text: string): CellRange | null {
  const named = /^(?:'((?:[^']|'')+)'|([^'!]+))(?:!(.+))?$/u.exec(text);
  if (named === null) return null;
  const [, quoted, bare, cells] = named;
  const tab = quoted?.replaceAll("''", "'") ?? bare ?? "";
  if (cells !== undefined) {
    const rectangle = readCells(cells);
    return rectangle && { tab, ...rectangle };
  }
  const onFirstTab = quoted === undefined ? readCells(text) : null;
  return onFirstTab ? { tab: null, ...onFirstTab } : { tab, ...WHOLE };
}

/** Writes a rectangle of a tab as Google's answers do. */
export function writeA1(tab: string, { top, left, bottom, right }: Omit<CellRange, "tab">): string {
  const title =
    /^[A-Za-z_][A-Za-z0-9_]*$/u.test(tab) && readCells(tab) === null ? tab : `'${tab.replaceAll("'", "''")}'`;
  const from = `${lettersOf(left)}${top}`;
  const to = `${lettersOf(right)}${bottom}`;
  return `${title}!${from === to ? from : `${from}:${to}`}`;
}

function readCells(text: string): Omit<CellRange, "tab"> | null {
  const match = /^\$?([A-Za-z]{1,3})?\$?(\d+)?(?::\$?([A-Za-z]{1,3})?\$?(\d+)?)?$/u.exec(text);
  if (match === null) return null;
  const [, fromLetters, fromRow, toLetters, toRow] = match;
  const hasEnd = text.includes(":");
  if (!hasEnd && (fromLetters === undefined || fromRow === undefined)) return null;
  if (hasEnd && ((fromLetters ?? fromRow) === undefined || (toLetters ?? toRow) === undefined)) return null;
  const left = fromLetters === undefined ? 1 : numberOf(fromLetters);
  const top = Number(fromRow ?? 1);
  const right = hasEnd ? (toLetters === undefined ? Infinity : numberOf(toLetters)) : left;
  const bottom = hasEnd ? Number(toRow ?? Infinity) : top;
  if (top < 1 || bottom < 1) return null;
  return {
    top: Math.min(top, bottom),
    left: Math.min(left, right),
    bottom: Math.max(top, bottom),
    right: Math.max(left, right),
  };
}

function numberOf(letters: string): number {
  return [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

function lettersOf(column: number): string {
  return column > 26
    ? lettersOf(Math.floor((column - 1) / 26)) + lettersOf(((column - 1) % 26) + 1)
    : String.fromCharCode(64 + column);
}
