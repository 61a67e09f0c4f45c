import { isTimeZone } from "#shared/time-zone.ts";
import { LOCALE } from "#web/format/locale.ts";

/* Local dates and times. The clock has 24 hours, as in schedules, reports and emails. */

const CLOCK = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const DAY = { year: "numeric", month: "short", day: "numeric" } as const;
const FORMATS = {
  time: CLOCK,
  day: DAY,
  dayOfThisYear: { month: "short", day: "numeric" },
  weekday: { weekday: "long", month: "long", day: "numeric" },
  weekdayAndYear: { weekday: "long", ...DAY, month: "long" },
  dayAndTime: { ...DAY, ...CLOCK },
  exact: { weekday: "long", ...DAY, month: "long", ...CLOCK, second: "2-digit", timeZoneName: "short" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

type At = number | Date;

const formats = new Map<keyof typeof FORMATS, Intl.DateTimeFormat>();
let offset = 0;

function formatAs(name: keyof typeof FORMATS, at: At): string {
  // A format keeps the time zone in which it was made, but a laptop with an open page travels.
  const now = new Date().getTimezoneOffset();
  if (now !== offset) formats.clear();
  offset = now;
  const format = formats.get(name) ?? new Intl.DateTimeFormat(LOCALE, FORMATS[name]);
  formats.set(name, format);
  return format.format(at);
}

/** "14:05". */
export function formatTime(at: At): string {
  return formatAs("time", at);
}

/** "May 3, 2026". */
export function formatDay(at: At): string {
  return formatAs("day", at);
}

/** "May 3", with the year if it isn't the year of `now`. */
export function formatShortDay(at: At, now: At): string {
  return formatAs(isSameYear(at, now) ? "dayOfThisYear" : "day", at);
}

/** "Sunday, May 3", with the year if it isn't the year of `now`. */
export function formatWeekday(at: At, now: At): string {
  return formatAs(isSameYear(at, now) ? "weekday" : "weekdayAndYear", at);
}

/** "May 3, 2026, 14:05". */
export function formatDayAndTime(at: At): string {
  return formatAs("dayAndTime", at);
}

/** To the second, with the time zone: "Sunday, May 3, 2026 at 14:05:09 GMT+2". */
export function formatExactly(at: At): string {
  return formatAs("exact", at);
}

/** Whether the clocks of a time zone show the local time at that moment. */
export function isLocalTime(at: At, timeZone: string): boolean {
  if (!isTimeZone(timeZone)) return false;
  const format = new Intl.DateTimeFormat(LOCALE, { ...FORMATS.dayAndTime, timeZone });
  return format.format(at) === formatDayAndTime(at);
}

function isSameYear(one: At, other: At): boolean {
  return new Date(one).getFullYear() === new Date(other).getFullYear();
}
