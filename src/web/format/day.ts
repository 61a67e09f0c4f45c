const DAY_MILLISECONDS = 86_400_000;

/**
 * The moment that an address names, ISO 8601 in UTC: a moment as it is, a day ("2026-01-31") as its beginning where the
 * reader is. Empty for anything else.
 */
export function momentOf(text: string): string {
  const [, year, month, day, time] = /^(\d{4})-(\d\d)-(\d\d)(T\S+)?$/.exec(text) ?? [];
  const date = new Date(Number(year), Number(month) - 1, Number(day));
  // The thirty-first of June would be a day of July.
  if (Number.isNaN(date.getTime()) || date.getMonth() !== Number(month) - 1) return "";
  if (time === undefined) return date.toISOString();
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? "" : new Date(moment).toISOString();
}

/** The day of a moment where the reader is, as a date field takes it; empty for no moment. */
export function dayOf(moment: string): string {
  const date = new Date(momentOf(moment));
  if (Number.isNaN(date.getTime())) return "";
  const parts = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0"));
  return [String(date.getFullYear()).padStart(4, "0"), ...parts].join("-");
}

/** The last day before a moment, for a field that names the last day within; empty for no moment. */
export function lastDayBefore(moment: string): string {
  const end = Date.parse(momentOf(moment));
  return Number.isNaN(end) ? "" : dayOf(new Date(end - 1).toISOString());
}

/** The day that follows one named by a date field; empty for none. */
export function dayAfter(day: string): string {
  const start = Date.parse(momentOf(day));
  // Noon of the next day, however long a day with a change of the clock is.
  return Number.isNaN(start) ? "" : dayOf(new Date(start + 1.5 * DAY_MILLISECONDS).toISOString());
}
