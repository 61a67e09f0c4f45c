import type { DateOrder } from "#shared/contract/leads/lead-import.ts";

/** "31/12/2026", "12-31-26 08:00": two numbers and a year, then perhaps a time. */
const NUMBERS = /^\s*(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d{2})(?=\s*$|[\sT,])/u;
const MONTHS = 12;

/** Whether the day or the month comes first in a column's dates; null if they don't show it, or contradict each other. */
export function dateOrderOf(values: readonly string[]): DateOrder | null {
  let order: DateOrder | null = null;
  for (const value of values) {
    const [, first, , second] = NUMBERS.exec(value) ?? [];
    const shown = Number(first) > MONTHS ? "day" : Number(second) > MONTHS ? "month" : null;
    if (shown === null) continue;
    if (order !== null && order !== shown) return null;
    order = shown;
  }
  return order;
}

/** Writes a date of such a column as 2026-12-31; anything else, also without an order, stays as it is. */
export function withIsoDate(value: string, order: DateOrder | undefined): string {
  if (order === undefined) return value;
  return value.replace(NUMBERS, (_date, first: string, _sign, second: string, year: string) => {
    const [day, month] = order === "day" ? [first, second] : [second, first];
    return `${year.padStart(4, "20")}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  });
}
