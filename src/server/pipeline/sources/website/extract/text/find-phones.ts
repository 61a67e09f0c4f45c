import type { Mark } from "#server/pipeline/sources/website/extract/page-tree.ts";
import type { Field } from "#server/pipeline/sources/website/extract/text/fields.ts";
import type { Row } from "#server/pipeline/sources/website/extract/text/rows.ts";

/** Fewer rows cannot be compared. */
const FEWEST_ROWS = 3;
const FEWEST_ALIKE = 5;
const SERIAL = /^\d{4}(?=\d{5,}$)/u;

/** Keys where enough rows have a number of the same format; such numbers are phones. */
export function phoneColumns(rows: readonly Row[]): Set<string> {
  const columns = new Set<string>();
  const counts = new Map<string, number>();
  const serials = new Set<string>();
  for (const { mark, keys } of rows.flatMap(({ numbers }) => numbers.slice(0, 4))) {
    const serial = SERIAL.exec(mark.value)?.[0];
    for (const key of keys) {
      // Serial numbers share their first digits, unlike phone numbers without separators.
      if (serial !== undefined && serials.size === serials.add(`${key} ${serial}`).size) continue;
      const column = `${key} ${shapeOf(mark)}`;
      const count = (counts.get(column) ?? 0) + 1;
      counts.set(column, count);
      if (count >= Math.max(FEWEST_ROWS, rows.length * 0.15)) columns.add(key);
    }
  }
  return columns;
}

export function phonesOf({ phones, numbers, anchor, fields }: Row, columns: ReadonlySet<string>): Mark[] {
  if (phones.length > 0) {
    // The number next to the address belongs to it, and one above its heading rather to something else.
    const isHeading = ({ heading, line, cut, words }: Field): boolean =>
      heading > 0 && cut === "gap" && line <= anchor && !words.isLabel && phones.every((phone) => phone.line !== line);
    const section = Math.max(0, ...fields.filter(isHeading).map(({ line }) => line));
    const rank = ({ line }: Mark): number => (line === anchor ? 0 : line >= section ? 1 : 2);
    return phones.toSorted((a, b) => rank(a) - rank(b));
  }
  return numbers
    .filter(({ keys }) => keys.some((key) => columns.has(key)))
    .map(({ mark }) => ({ ...mark, kind: "phone", ...(/^[ex]/iu.test(mark.value) ? { label: "Extension" } : {}) }));
}

/** In a list with sections, local numbers are phones in short sections, too, if longer ones have such numbers. */
export function withNumbers<T extends { row: Row; phones: Mark[] }>(records: readonly T[]): T[] {
  const counts = new Map<string, number>();
  for (const { phones, row } of records)
    for (const { mark } of row.numbers)
      if (phones.some(({ line, start }) => line === mark.line && start === mark.start))
        counts.set(shapeOf(mark), (counts.get(shapeOf(mark)) ?? 0) + 1);
  return records.map((one) => {
    if (one.phones.length > 0) return one;
    const alike = one.row.numbers.filter(({ mark }) => (counts.get(shapeOf(mark)) ?? 0) >= FEWEST_ALIKE);
    return alike.length === 0 ? one : { ...one, phones: alike.map(({ mark }) => ({ ...mark, kind: "phone" })) };
  });
}

function shapeOf({ value }: Mark): string {
  return value.replaceAll(/\d/gu, "0").toLowerCase();
}
