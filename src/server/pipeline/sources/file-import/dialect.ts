import { LIMITS } from "#shared/limits.ts";
import { roleOfHeader } from "#server/pipeline/text/columns.ts";
import { headerAt } from "#server/pipeline/text/header-row.ts";
import { isBlank } from "#server/pipeline/text/row-reader.ts";
import { DelimitedParser, type LineEnd } from "#server/pipeline/sources/file-import/delimited-parser.ts";
import type { FileRow } from "#server/pipeline/sources/file-import/file-row.ts";

/** In order of preference when nothing else decides. */
const DELIMITERS = [",", ";", "\t", "|"] as const;
const ROWS_LOOKED_AT = 100;
const HEADERS_THAT_CONVINCE = 3;

/** A first line such as `sep=;`, which declares the delimiter to spreadsheet programs. */
const DECLARATION = /^"?sep=(.)"?(?:\r\n|\n|\r|$)/iu;

/** Returns the delimiter declared on the first line and the length of that line. */
export function declaredDelimiter(text: string): { delimiter: string; length: number } | null {
  const [line, delimiter] = DECLARATION.exec(text) ?? [];
  return line === undefined || delimiter === undefined ? null : { delimiter, length: line.length };
}

/** A lone carriage return ends lines only if the text has no line feeds, as in classic Mac OS files. */
export function lineEndOf(text: string): LineEnd {
  const unquoted = text.replace(/"[^"]*"/gu, "");
  return unquoted.includes("\r") && !unquoted.includes("\n") ? "\r" : "\n";
}

/** Returns the first complete rows of a text, or all rows if the text is complete. */
export function sampleRows(text: string, delimiter: string, isWhole: boolean): FileRow[] {
  const parser = new DelimitedParser(delimiter, lineEndOf(text));
  const rows = parser.push(text.slice(declaredDelimiter(text)?.length ?? 0));
  return isWhole ? [...rows, ...parser.end()] : rows;
}

/**
 * Detects the delimiter. A declaration on the first line wins; otherwise it is the one that yields the most known
 * headers and the most consistent number of cells per row. Defaults to a comma.
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
  const usual = mostFrequent(rows.map(({ cells }) => cells.length));
  const first = rows[Math.max(0, headerAt(rows.map(({ cells }) => cells)))];
  if (first === undefined || usual < 2) return 0;
  const sameWidth = rows.filter(({ cells, broken }) => cells.length === usual && broken === undefined).length;
  const headers = first.cells.slice(0, LIMITS.import.columns).filter((cell) => roleOfHeader(cell) !== null).length;
  return sameWidth / rows.length + Math.min(headers, HEADERS_THAT_CONVINCE);
}

/** The most frequent number, or the larger one in a tie; 0 for an empty list. */
export function mostFrequent(numbers: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  const [best] = [...counts].toSorted(([a, countOfA], [b, countOfB]) => countOfB - countOfA || b - a);
  return best?.[0] ?? 0;
}
