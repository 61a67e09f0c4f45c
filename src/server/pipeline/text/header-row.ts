import { LIMITS } from "#shared/limits.ts";
import { roleOfHeader } from "#server/pipeline/text/columns.ts";
import { isBlank } from "#server/pipeline/text/row-reader.ts";

/** Email and web addresses appear in data, never in headers. */
const ADDRESS = /@[^\s@]+\.|^\s*https?:/iu;
/** A phone number, date or amount. Years can be headers, but not if none of the other headers is recognized. */
const NUMBER = /^\s*[+(]?[\d\s()./,:%€$£-]*\d\s*$/u;
const LONGEST_HEADER = 500;
/** Titles and notes above a table, such as LinkedIn's, are shorter than this many non-blank rows. */
export const HEADER_DEPTH = 20;
/** A lower row is the header only if it names so many more fields than the first. */
const CONVINCING = 2;
export const ABOVE_HEADERS = "Above the headers";

/**
 * The index of the header row among a table's first non-blank rows: the first row, unless one further down names more
 * fields. -1 if even the first row looks like data.
 */
export function headerAt(table: readonly (readonly string[])[]): number {
  // A row may have a million cells, and such a table is rejected anyway.
  const rows = table.slice(0, HEADER_DEPTH).map((cells) => cells.slice(0, LIMITS.import.columns));
  const [first] = rows;
  if (first === undefined) return -1;
  // A single cell, such as "Notes:", is rather a title above wider rows.
  const isTitle = first.filter((cell) => !isBlank(cell)).length === 1;
  const needed = (isTitle ? 0 : rolesIn(first)) + CONVINCING;
  const roles = rows.map(rolesIn);
  // Headings of groups can name some of the fields, too.
  const most = Math.max(...roles);
  if (most >= needed) return roles.indexOf(most);
  return looksLikeHeader(first) ? 0 : -1;
}

/** Different fields that a row names; 0 if it holds data. */
function rolesIn(cells: readonly string[]): number {
  if (cells.some(isNoHeader)) return 0;
  return new Set(cells.flatMap((cell) => roleOfHeader(cell)?.role ?? [])).size;
}

/** Whether the first non-blank row holds headers: either known header words or values unlike the data below. */
function looksLikeHeader(first: readonly string[]): boolean {
  const cells = first.filter((cell) => !isBlank(cell));
  if (cells.some(isNoHeader)) return false;
  if (cells.some((cell) => roleOfHeader(cell) !== null)) return true;
  if (cells.some((cell) => NUMBER.test(cell))) return false;
  return new Set(cells.map((cell) => cell.trim().toLowerCase())).size === cells.length;
}

function isNoHeader(cell: string): boolean {
  return cell.length > LONGEST_HEADER || ADDRESS.test(cell);
}
