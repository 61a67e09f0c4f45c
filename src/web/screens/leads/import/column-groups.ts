import type { ImportColumn } from "#shared/contract/leads/lead-import.ts";

const FIRST = 12;

type Column = Pick<ImportColumn, "index" | "target" | "samples">;

/**
 * Columns to show, and those to show on demand: an address book or a long form has dozens that become other details.
 * Those never filled in come last. Recognized ones are always shown, and so are those that someone chose a target for.
 */
export function columnGroups<C extends Column>(
  columns: readonly C[],
  chosen: ReadonlySet<number>,
): { first: C[]; rest: C[] } {
  const filledFirst = columns.toSorted((a, b) => Number(a.samples.length === 0) - Number(b.samples.length === 0));
  const { first = [], rest = [] } = Object.groupBy(filledFirst, ({ index, target }, at) => {
    const isRecognized = target !== "fact" && target !== "ignore";
    return at < FIRST || isRecognized || chosen.has(index) ? "first" : "rest";
  });
  return { first, rest };
}
