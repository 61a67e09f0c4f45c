import { DAY } from "#shared/durations.ts";

/**
 * Parses a time from the URL into ISO 8601 UTC: timestamps stay, a day ("2026-01-31") becomes its local start. Empty
 * for anything else.
 */
export function momentOf(text: string): string {
  const [, year, month, day, time] = /^(\d{4})-(\d\d)-(\d\d)(T\S+)?$/.exec(text) ?? [];
  const date = new Date(Number(year), Number(month) - 1, Number(day));
  // June 31 would become a day in July.
  if (Number.isNaN(date.getTime()) || date.getMonth() !== Number(month) - 1) return "";
  if (time === undefined) return date.toISOString();
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? "" : new Date(moment).toISOString();
}

/** Local day of a timestamp for a date input; empty for none. */
export function dayOf(moment: string): string {
  const date = new Date(momentOf(moment));
  if (Number.isNaN(date.getTime())) return "";
  const parts = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0"));
  return [String(date.getFullYear()).padStart(4, "0"), ...parts].join("-");
}

/** Converts an exclusive end to the last included day for a date input; empty for none. */
export function lastDayBefore(moment: string): string {
  const end = Date.parse(momentOf(moment));
  return Number.isNaN(end) ? "" : dayOf(new Date(end - 1).toISOString());
}

/** Start of the day after a date input's value; empty for none. */
export function dayAfter(day: string): string {
  const start = Date.parse(momentOf(day));
  // Noon of the next day, even when a clock change makes a day longer or shorter.
  return Number.isNaN(start) ? "" : dayOf(new Date(start + 1.5 * DAY).toISOString());
}
