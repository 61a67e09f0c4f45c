import { LOCALE } from "#web/format/locale.ts";

// Calendar days have no time zone; parsing and formatting in the same one keeps the day.
const UTC = { timeZone: "UTC" } as const;
const short = new Intl.DateTimeFormat(LOCALE, { ...UTC, day: "numeric", month: "short" });
const long = new Intl.DateTimeFormat(LOCALE, { ...UTC, weekday: "long", day: "numeric", month: "long" });

/** Axis label: "Nov 3". */
export function shortDay(day: string): string {
  return short.format(new Date(day));
}

/** Full day: "Tuesday, November 3". */
export function longDay(day: string): string {
  return long.format(new Date(day));
}

const middle = new Intl.DateTimeFormat(LOCALE, { ...UTC, weekday: "short", day: "numeric", month: "short" });

/** Table cell: "Tue, Nov 3". */
export function dayInTable(day: string): string {
  return middle.format(new Date(day));
}

/** Local start of the day and of the next, in ISO 8601 UTC. */
export function spanOfDay(day: string): { from: string; to: string } {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return {
    from: new Date(year, month - 1, date).toISOString(),
    to: new Date(year, month - 1, date + 1).toISOString(),
  };
}
