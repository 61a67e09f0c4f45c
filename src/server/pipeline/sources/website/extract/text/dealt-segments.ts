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
  columns: readonly Column[],
  countAnchors: (line: number) => number,
  namesSomebody: (line: number) => boolean,
): Segment[] {
  if (columns.length < 2 || columns.length > MOST_COLUMNS) return [];
  const counts = columns.map(({ first, end }) => countIn(first, end, countAnchors));
  const count = Math.max(...counts);
  if (count < 2 || counts.some((one) => one !== 0 && one !== count)) return [];
  const parts = columns.map(({ first, end }) => partsOf(first, end, count, namesSomebody));
  if (parts.some((one) => one === null)) return [];
  const dealt = parts as Column[][];
  const isNamed = (at: number): boolean =>
    dealt.some((column, index) => {
      const { first = 0, end = 0 } = column[at] ?? {};
      return counts[index] === 0 && countIn(first, end, (line) => (namesSomebody(line) ? 1 : 0)) > 0;
    });
  const areApart = dealt.every((column, index) =>
    column.every(
      ({ first, end }) =>
        counts[index] === 0 ||
        (countIn(first, end, countAnchors) === 1 && countIn(first, end, (line) => (namesSomebody(line) ? 1 : 0)) === 0),
    ),
  );
  const records = Array.from({ length: count }, (_, at) => at);
  if (!areApart || !records.every(isNamed)) return [];
  return records.map((at) => ({
    slices: dealt.flatMap((column, index) => {
      const { first = 0, end = 0 } = column[at] ?? {};
      return Array.from({ length: end - first }, (_, line) => ({
        line: first + line,
        from: 0,
        to: WHOLE_LINE,
        place: `d${index}`,
      }));
    }),
    evidence: `Entry ${at + 1} of columns`,
  }));
}

function countIn(first: number, end: number, countAt: (line: number) => number): number {
  if (end - first > MOST_LINES) return -1;
  let count = 0;
  for (let line = first; line < end; line++) count += countAt(line);
  return count;
}

/** The column's lines in `count` equal parts, without a heading above them; null if they can't be dealt. */
function partsOf(first: number, end: number, count: number, namesSomebody: (line: number) => boolean): Column[] | null {
  const heading = (end - first) % count;
  const size = Math.floor((end - first) / count);
  if (heading > 1 || size === 0 || (heading === 1 && namesSomebody(first))) return null;
  return Array.from({ length: count }, (_, at) => ({
    first: first + heading + at * size,
    end: first + heading + (at + 1) * size,
  }));
}
