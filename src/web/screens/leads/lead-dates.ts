import { formatDay } from "#web/format/date.ts";
import { dayOf, lastDayBefore, momentOf } from "#web/format/day.ts";

/** Added-date ranges in local calendar days, including today. */
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

/** Local start of an ADDED_DAYS range, ISO 8601; `now` in milliseconds. */
export function startOfAdded(added: Added, now: number): string {
  const today = new Date(now);
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() - ADDED_DAYS[added] + 1).toISOString();
}

/** Readable range from timestamps, either may be empty: "May 1, 2026 – May 7, 2026", "since May 1, 2026". */
export function spanWords(from: string, to: string): string {
  const first = inWords(dayOf(from));
  const last = inWords(lastDayBefore(to));
  if (first === "") return `until ${last}`;
  if (last === "") return `since ${first}`;
  return first === last ? `on ${first}` : `${first} – ${last}`;
}

function inWords(day: string): string {
  const moment = momentOf(day);
  return moment === "" ? "" : formatDay(new Date(moment));
}
