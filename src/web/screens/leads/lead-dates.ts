import { dayOf, lastDayBefore, momentOf } from "#web/format/day.ts";

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
