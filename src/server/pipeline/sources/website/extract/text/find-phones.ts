import type { Mark } from "#server/pipeline/sources/website/extract/page-tree.ts";
import type { Field } from "#server/pipeline/sources/website/extract/text/fields.ts";
import type { Row } from "#server/pipeline/sources/website/extract/text/rows.ts";

/** Fewer rows cannot be compared. */
const FEWEST_ROWS = 3;
const FEWEST_ALIKE = 5;
const SERIAL = /^\d{4}(?=\d{5,}$)/u;

/** Keys where enough rows have a number of the same format; such numbers are phones. */
export function phoneColumns(rows: readonly Row[]): Set<string> {
  const columns = new Map<string, Map<string, number>>();
  const serials = new Set<string>();
  for (const { numbers } of rows) {
    for (const { mark, keys } of numbers.slice(0, 4)) {
      const shape = shapeOf(mark);
      const serial = SERIAL.exec(mark.value)?.[0];
      for (const key of keys) {
        // Serial numbers share their first digits, unlike phone numbers without separators.
        if (serial !== undefined) {
          if (serials.has(`${key} ${serial}`)) continue;
          serials.add(`${key} ${serial}`);
        }
        const shapes = columns.get(key) ?? new Map<string, number>();
        shapes.set(shape, (shapes.get(shape) ?? 0) + 1);
        columns.set(key, shapes);
      }
    }
  }
  const keys = new Set<string>();
  for (const [key, shapes] of columns) {
    if (Math.max(...shapes.values()) >= Math.max(FEWEST_ROWS, rows.length * 0.15)) keys.add(key);
  }
  return keys;
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
  for (const { phones, row } of records) {
    for (const { mark } of row.numbers.filter(({ mark: { line, start } }) =>
      phones.some((phone) => phone.line === line && phone.start === start),
    )) {
      counts.set(shapeOf(mark), (counts.get(shapeOf(mark)) ?? 0) + 1);
    }
  }
  return records.map((one) => {
    if (one.phones.length > 0) return one;
    const alike = one.row.numbers.filter(({ mark }) => (counts.get(shapeOf(mark)) ?? 0) >= FEWEST_ALIKE);
    return alike.length === 0 ? one : { ...one, phones: alike.map(({ mark }) => ({ ...mark, kind: "phone" })) };
  });
}

function shapeOf({ value }: Mark): string {
  return value.replaceAll(/\d/gu, "0").toLowerCase();
}
