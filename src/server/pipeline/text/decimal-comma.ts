/** "1.250,50 €", "99,5", "3.000,-" */
const COMMA = /^[^\d.,]*(?:\d{1,3}(?:\.\d{3})+|\d+),(?!\d{3}(?!\d))(?:\d+|-+)[^\d.,]*$/u;
/** "12.500", which could also have decimals. */
const GROUPED = /^[^\d.,]*[1-9]\d{0,2}(?:\.\d{3})+[^\d.,]*$/u;
/** "7.5", "0.125" */
const POINT = /(?<!\d)0\.\d|\d\.(?!\d{3}(?!\d))\d/u;

/**
 * Whether a column's numbers have a decimal comma. Where Excel writes one, it separates columns by semicolons, so there
 * a point before three digits is enough, unless another number contradicts.
 */
export function hasDecimalComma(values: readonly string[], delimiter: string | null): boolean {
  let isFound = false;
  for (const value of values) {
    if (POINT.test(value)) return false;
    if (COMMA.test(value) || (delimiter === ";" && GROUPED.test(value))) isFound = true;
  }
  return isFound;
}

/** Writes a number of such a column without points: "1.250,50" as "1250,50". */
export function withoutPoints(value: string): string {
  return value.replaceAll(/(?<=\d)\.(?=\d{3}(?!\d))/gu, "");
}
