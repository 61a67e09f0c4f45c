import { type Segment, WHOLE_LINE } from "#server/pipeline/sources/website/extract/text/rows.ts";

interface Column {
  first: number;
  end: number;
}

const MOST_COLUMNS = 8;
const MOST_LINES = 200;

/**
 * Deals the lines of columns side by side into records: all names in one column and their addresses, in the same order,
 * in another. Empty unless each record has as many lines in each column, an address, and a name in another column. A
 * column may have a heading.
 */
export function dealtSegments(
  columns: readonly (Column & { hasAddresses: boolean })[],
  countAddresses: (line: number) => number,
  namesSomebody: (line: number) => boolean,
): Segment[] {
  const addressed = columns.filter(({ hasAddresses }) => hasAddresses);
  if (addressed.length === 0 || addressed.length === columns.length || columns.length > MOST_COLUMNS) return [];
  if (columns.some(({ first, end }) => end - first > MOST_LINES)) return [];
  const addressesIn = ({ first, end }: Column): number => sum(first, end, countAddresses);
  const namesIn = ({ first, end }: Column): number => sum(first, end, (line) => Number(namesSomebody(line)));
  const count = addressesIn(addressed[0] ?? { first: 0, end: 0 });
  const dealt = columns.map((column) => ({ ...column, parts: partsOf(column, count, namesSomebody) }));
  if (dealt.some(({ parts }) => parts.length === 0)) return [];
  const areApart = dealt.every(
    ({ hasAddresses, parts }) => !hasAddresses || parts.every((part) => addressesIn(part) === 1 && namesIn(part) === 0),
  );
  const named = dealt.filter(({ hasAddresses }) => !hasAddresses);
  const records = Array.from({ length: count }, (_, at) => dealt.map(({ parts }) => parts[at] ?? { first: 0, end: 0 }));
  if (!areApart || !named.some(({ parts }) => parts.every((part) => namesIn(part) > 0))) return [];
  return records.map((parts, at) => ({
    slices: parts.flatMap(({ first, end }, column) =>
      Array.from({ length: end - first }, (_, line) => ({
        line: first + line,
        from: 0,
        to: WHOLE_LINE,
        place: `d${column}`,
      })),
    ),
    evidence: `Entry ${at + 1} of columns`,
  }));
}

function sum(first: number, end: number, countAt: (line: number) => number): number {
  let total = 0;
  for (let line = first; line < end; line++) total += countAt(line);
  return total;
}

/** The column's lines in `count` equal parts, without a heading above them; empty if they can't be dealt. */
function partsOf({ first, end }: Column, count: number, namesSomebody: (line: number) => boolean): Column[] {
  const heading = (end - first) % count;
  const size = Math.floor((end - first) / count);
  if (count < 2 || heading > 1 || size === 0 || (heading === 1 && namesSomebody(first))) return [];
  return Array.from({ length: count }, (_, at) => ({
    first: first + heading + at * size,
    end: first + heading + (at + 1) * size,
  }));
}
