import { roleOfHeader } from "#server/reading/columns.ts";
import { isBlank } from "#server/reading/row-reader.ts";

/** An e-mail or web address stands in data, never in a header. */
const ADDRESS = /@[^\s@]+\.|^\s*https?:/iu;
/** A phone number, a date, a sum; years may be headers, but not of a table whose other headers nobody knows. */
const NUMBER = /^\s*[+(]?[\d\s()./,:%€$£-]*\d\s*$/u;
const LONGEST_HEADER = 500;

/** Whether the first row that is not blank names the columns: by words known as headers, or by being unlike data. */
export function looksLikeHeader(first: readonly string[]): boolean {
  const cells = first.filter((cell) => !isBlank(cell));
  if (cells.some((cell) => cell.length > LONGEST_HEADER || ADDRESS.test(cell))) return false;
  if (cells.some((cell) => roleOfHeader(cell) !== null)) return true;
  if (cells.some((cell) => NUMBER.test(cell))) return false;
  return new Set(cells.map((cell) => cell.trim().toLowerCase())).size === cells.length;
}
