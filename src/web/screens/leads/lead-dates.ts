const DAY_MILLISECONDS = 86_400_000;

/** How far back a lead may have been added, in the days of the reader's calendar, today being the first. */
export const ADDED_DAYS = { today: 1, "7d": 7, "30d": 30, "90d": 90 } as const;
export type Added = keyof typeof ADDED_DAYS;

export const ADDED_WORDS: Record<Added, string> = {
  today: "Today",
  "7d": "Last 7 days",
  "30d": "Last 30 days",
  "90d": "Last 90 days",
};

export function isAdded(text: string): text is Added {
  return Object.hasOwn(ADDED_DAYS, text);
}

/** The first moment, ISO 8601, of as many of the reader's days as a word of ADDED_DAYS says; `now` in milliseconds. */
export function startOfAdded(added: Added, now: number): string {
  const today = new Date(now);
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() - ADDED_DAYS[added] + 1).toISOString();
}

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

/** A span as one says it, both ends moments or empty: "May 1, 2026 – May 7, 2026", "since May 1, 2026". */
export function spanWords(from: string, to: string): string {
  const first = inWords(dayOf(from));
  const last = inWords(lastDayBefore(to));
  if (first === "") return `until ${last}`;
  if (last === "") return `since ${first}`;
  return first === last ? `on ${first}` : `${first} – ${last}`;
}

function inWords(day: string): string {
  const moment = momentOf(day);
  return moment === "" ? "" : new Date(moment).toLocaleDateString(undefined, { dateStyle: "medium" });
}
