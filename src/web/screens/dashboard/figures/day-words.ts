// A calendar day has no time zone of its own: read and written in one, it stays the same day.
const UTC = { timeZone: "UTC" } as const;
const short = new Intl.DateTimeFormat(undefined, { ...UTC, day: "numeric", month: "short" });
const long = new Intl.DateTimeFormat(undefined, { ...UTC, weekday: "long", day: "numeric", month: "long" });

/** A day ("2026-11-03") under an axis: "3 Nov". */
export function shortDay(day: string): string {
  return short.format(new Date(day));
}

/** A day in full: "Tuesday 3 November". */
export function longDay(day: string): string {
  return long.format(new Date(day));
}

const middle = new Intl.DateTimeFormat(undefined, { ...UTC, weekday: "short", day: "numeric", month: "short" });

/** A day in a table: "Tue 3 Nov". */
export function dayInTable(day: string): string {
  return middle.format(new Date(day));
}

/** When a day begins and the next does where the reader is, in ISO 8601 UTC. */
export function spanOfDay(day: string): { from: string; to: string } {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return {
    from: new Date(year, month - 1, date).toISOString(),
    to: new Date(year, month - 1, date + 1).toISOString(),
  };
}
