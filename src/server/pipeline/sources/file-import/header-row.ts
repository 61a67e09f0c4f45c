import { roleOfHeader } from "#server/pipeline/text/columns.ts";
import { isBlank } from "#server/pipeline/text/row-reader.ts";

/** Email and web addresses appear in data, never in headers. */
const ADDRESS = /@[^\s@]+\.|^\s*https?:/iu;
/** A phone number, date or amount. Years can be headers, but not if none of the other headers is recognized. */
const NUMBER = /^\s*[+(]?[\d\s()./,:%€$£-]*\d\s*$/u;
const LONGEST_HEADER = 500;

/** Whether the first non-blank row holds headers: either known header words or values unlike the data below. */
export function looksLikeHeader(first: readonly string[]): boolean {
  const cells = first.filter((cell) => !isBlank(cell));
  if (cells.some((cell) => cell.length > LONGEST_HEADER || ADDRESS.test(cell))) return false;
  if (cells.some((cell) => roleOfHeader(cell) !== null)) return true;
  if (cells.some((cell) => NUMBER.test(cell))) return false;
  return new Set(cells.map((cell) => cell.trim().toLowerCase())).size === cells.length;
}
