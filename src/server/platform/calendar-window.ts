import { DAY, HOUR } from "#shared/durations.ts";

/** How often: each day, each Monday, or each first of the month. */
export type CalendarFrequency = "daily" | "weekly" | "monthly";

const MONDAY = 1;

/** An hour (0 to 23) in an IANA time zone. */
export interface WallClock {
  timeZone: string;
  hour: number;
}

/**
 * A window ends at a scheduled moment and covers `from` (inclusive) to `to` (exclusive). `key` identifies it
 * permanently.
 */
export interface CalendarWindow {
  key: string;
  from: Date;
  to: Date;
}

/**
 * Returns the window that ends with the latest scheduled moment at or before `now`: each day, Monday or first of the
 * month, at the given hour of the zone. Windows follow each other without gaps, so one may have 23 or 25 hours.
 */
export function latestWindow(frequency: CalendarFrequency, now: Date, clock: WallClock): CalendarWindow {
  const today = dayOf(now, clock.timeZone);
  const last = firstDay(frequency, momentOf(today, clock) > now ? today - DAY : today);
  return windowEnding(frequency, last, clock);
}

/** The next window. */
export function nextWindow(frequency: CalendarFrequency, { to }: CalendarWindow, clock: WallClock): CalendarWindow {
  const day = dayOf(to, clock.timeZone);
  const next = new Date(day);
  if (frequency === "monthly") next.setUTCMonth(next.getUTCMonth() + 1);
  else next.setTime(day + (frequency === "weekly" ? 7 : 1) * DAY);
  return windowEnding(frequency, next.getTime(), clock);
}

function windowEnding(frequency: CalendarFrequency, day: number, clock: WallClock): CalendarWindow {
  const before = frequency === "weekly" ? day - 7 * DAY : firstDay(frequency, day - DAY);
  return {
    key: `${frequency}:${new Date(day).toISOString().slice(0, "2026-01-31".length)}`,
    from: momentOf(before, clock),
    to: momentOf(day, clock),
  };
}

/** The day on or before this one on which such a window ends. A day is the UTC midnight of its date. */
function firstDay(frequency: CalendarFrequency, day: number): number {
  const date = new Date(day);
  if (frequency === "weekly") return day - ((date.getUTCDay() - MONDAY + 7) % 7) * DAY;
  if (frequency === "monthly") return date.setUTCDate(1);
  return day;
}

function dayOf(at: Date, timeZone: string): number {
  return Math.floor(clockShows(at.getTime(), timeZone) / DAY) * DAY;
}

function momentOf(day: number, { timeZone, hour }: WallClock): Date {
  return momentShowing(day + hour * HOUR, timeZone);
}

/**
 * When the clocks of a zone show what UTC clocks show at `wanted`. If they show it twice, the first time; if they skip
 * it, the same distance after the jump (ECMAScript Temporal's `compatible`).
 */
export function momentShowing(wanted: number, timeZone: string): Date {
  const offsetAt = (at: number): number => clockShows(at, timeZone) - at;
  // No zone changes its clocks twice within two days.
  const before = wanted - offsetAt(wanted - DAY);
  const after = wanted - offsetAt(wanted + DAY);
  const shown = [Math.min(before, after), Math.max(before, after)].find((at) => clockShows(at, timeZone) === wanted);
  return new Date(shown ?? before);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The moment at which UTC clocks show what the zone's clocks show at `moment`. */
export function clockShows(at: number, timeZone: string): number {
  let format = formats.get(timeZone);
  if (format === undefined) {
    const digits = "2-digit";
    format = new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: digits,
      day: digits,
      hour: digits,
      minute: digits,
      second: digits,
    });
    formats.set(timeZone, format);
  }
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) + (((at % 1_000) + 1_000) % 1_000);
}
