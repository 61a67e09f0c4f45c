import { roleOfHeader } from "#server/pipeline/text/columns.ts";
import { isBlank } from "#server/pipeline/text/row-reader.ts";
import type { FileRow } from "#server/pipeline/sources/file-import/file-row.ts";

/** Email and web addresses appear in data, never in headers. */
const ADDRESS = /@[^\s@]+\.|^\s*https?:/iu;
/** A phone number, date or amount. Years can be headers, but not if none of the other headers is recognized. */
const NUMBER = /^\s*[+(]?[\d\s()./,:%€$£-]*\d\s*$/u;
const LONGEST_HEADER = 500;
/** LinkedIn puts two rows above its headers, other programs a title, the date and the filter. */
const MOST_TITLES = 5;
/** As many non-blank rows show where the headers are. */
export const ROWS_TO_HEADER = MOST_TITLES + 1;

/** How many of the first non-blank rows are titles and notes: one cell each, above a row of known headers. */
export function titleRows(rows: readonly Pick<FileRow, "cells">[]): number {
  const at = rows.slice(0, ROWS_TO_HEADER).findIndex(({ cells }) => filledCells(cells).length > 1);
  const known = filledCells(rows[at]?.cells ?? []).filter((cell) => roleOfHeader(cell) !== null);
  return at > 0 && known.length > 1 && looksLikeHeader(rows[at]?.cells ?? []) ? at : 0;
}

const filledCells = (cells: readonly string[]): string[] => cells.filter((cell) => !isBlank(cell));

/** Whether the first non-blank row holds headers: either known header words or values unlike the data below. */
export function looksLikeHeader(first: readonly string[]): boolean {
  const cells = filledCells(first);
  if (cells.some((cell) => cell.length > LONGEST_HEADER || ADDRESS.test(cell))) return false;
  if (cells.some((cell) => roleOfHeader(cell) !== null)) return true;
  if (cells.some((cell) => NUMBER.test(cell))) return false;
  return new Set(cells.map((cell) => cell.trim().toLowerCase())).size === cells.length;
}
