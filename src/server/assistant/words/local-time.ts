import { AsyncLocalStorage } from "node:async_hooks";
import { ownTimeZone } from "#shared/time-zone.ts";
import { clockShows, momentShowing } from "#server/platform/calendar-window.ts";

const storage = new AsyncLocalStorage<string>();

/** The time zone of the person who asks, carried in the async context; this machine's if unknown. */
export function userTimeZone(): string {
  return storage.getStore() ?? ownTimeZone();
}

/** Runs `work`, whose days and times are those of a time zone. */
export function inZone<T>(timeZone: string, work: () => T): T {
  return storage.run(timeZone, work);
}

/** What the calendar and the clock of the person show; months and weekdays (Sunday) begin at 0. */
export function calendarOf(at: Date): { year: number; month: number; date: number; weekday: number; hour: number } {
  const shown = new Date(clockShows(at.getTime(), userTimeZone()));
  return {
    year: shown.getUTCFullYear(),
    month: shown.getUTCMonth(),
    date: shown.getUTCDate(),
    weekday: shown.getUTCDay(),
    hour: shown.getUTCHours(),
  };
}

/** When a day of the person's calendar starts; months begin at 0, and what exceeds a month or a year is carried over. */
export function startOfDate(year: number, month: number, date = 1): Date {
  return momentShowing(Date.UTC(year, month, date), userTimeZone());
}

/** When a day such as "2026-01-31" starts. */
export function startOfDay(day: string): Date {
  return momentShowing(Date.parse(day), userTimeZone());
}
