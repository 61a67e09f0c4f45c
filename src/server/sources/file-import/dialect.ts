import { roleOfHeader } from "#server/reading/columns.ts";
import { isBlank } from "#server/reading/row-reader.ts";
import { DelimitedParser, type LineEnd } from "#server/sources/file-import/delimited-parser.ts";
import type { FileRow } from "#server/sources/file-import/file-row.ts";

/** In the order of preference where nothing else tells. */
const DELIMITERS = [",", ";", "\t", "|"] as const;
const ROWS_LOOKED_AT = 100;
const HEADERS_THAT_CONVINCE = 3;

/** A first line `sep=;`, with which spreadsheets are told the delimiter. */
const DECLARATION = /^"?sep=(.)"?(?:\r\n|\n|\r|$)/iu;

/** The delimiter that the text's first line declares, and how long that line is. */
export function declaredDelimiter(text: string): { delimiter: string; length: number } | null {
  const [line, delimiter] = DECLARATION.exec(text) ?? [];
  return line === undefined || delimiter === undefined ? null : { delimiter, length: line.length };
}

/** A lone carriage return ends lines only where there is no line feed, as in files of old Macintoshes. */
export function lineEndOf(text: string): LineEnd {
  const unquoted = text.replace(/"[^"]*"/gu, "");
  return unquoted.includes("\r") && !unquoted.includes("\n") ? "\r" : "\n";
}

/** The first rows of a text, as far as they are complete; of a text that is whole, all. */
export function sampleRows(text: string, delimiter: string, isWhole: boolean): FileRow[] {
  const parser = new DelimitedParser(delimiter, lineEndOf(text));
  const rows = parser.push(text.slice(declaredDelimiter(text)?.length ?? 0));
  return isWhole ? [...rows, ...parser.end()] : rows;
}

/**
 * The delimiter of a text: the one that makes the most of its first row into headers that are known, and by which its
 * rows have the same number of cells. A comma where nothing tells, and what the text's own first line declares.
 */
export function detectDelimiter(text: string, isWhole: boolean): string {
  const declared = declaredDelimiter(text);
  if (declared !== null) return declared.delimiter;
  let best = { delimiter: ",", score: 0 };
  for (const delimiter of DELIMITERS) {
    const score = scoreOf(sampleRows(text, delimiter, isWhole));
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

function scoreOf(sample: readonly FileRow[]): number {
  const rows = sample.filter(({ cells }) => !cells.every(isBlank)).slice(0, ROWS_LOOKED_AT);
  const [first] = rows;
  const usual = mostFrequent(rows.map(({ cells }) => cells.length));
  if (first === undefined || usual < 2) return 0;
  const sameWidth = rows.filter(({ cells, broken }) => cells.length === usual && broken === undefined).length;
  const headers = first.cells.filter((cell) => roleOfHeader(cell) !== null).length;
  return sameWidth / rows.length + Math.min(headers, HEADERS_THAT_CONVINCE);
}

/** The number that comes most often, the larger of equals; 0 of none. */
export function mostFrequent(numbers: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  const [best] = [...counts].toSorted(([a, countOfA], [b, countOfB]) => countOfB - countOfA || b - a);
  return best?.[0] ?? 0;
}
