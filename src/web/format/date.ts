import { LOCALE } from "#web/format/locale.ts";

/* Local dates and times. The clock has 24 hours, as in schedules, reports and emails. */

const CLOCK = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const DAY = { year: "numeric", month: "short", day: "numeric" } as const;

const time = new Intl.DateTimeFormat(LOCALE, CLOCK);
const day = new Intl.DateTimeFormat(LOCALE, DAY);
const dayOfThisYear = new Intl.DateTimeFormat(LOCALE, { month: "short", day: "numeric" });
const weekday = new Intl.DateTimeFormat(LOCALE, { weekday: "long", month: "long", day: "numeric" });
const weekdayAndYear = new Intl.DateTimeFormat(LOCALE, { weekday: "long", ...DAY, month: "long" });
const dayAndTime = new Intl.DateTimeFormat(LOCALE, { ...DAY, ...CLOCK });
const exact = new Intl.DateTimeFormat(LOCALE, {
  weekday: "long",
  ...DAY,
  month: "long",
  ...CLOCK,
  second: "2-digit",
  timeZoneName: "short",
});

type At = number | Date;

/** "14:05". */
export function formatTime(at: At): string {
  return time.format(at);
}

/** "May 3, 2026". */
export function formatDay(at: At): string {
  return day.format(at);
}

/** "May 3", with the year if it isn't the year of `now`. */
export function formatShortDay(at: At, now: At): string {
  return (isSameYear(at, now) ? dayOfThisYear : day).format(at);
}

/** "Sunday, May 3", with the year if it isn't the year of `now`. */
export function formatWeekday(at: At, now: At): string {
  return (isSameYear(at, now) ? weekday : weekdayAndYear).format(at);
}

/** "May 3, 2026, 14:05". */
export function formatDayAndTime(at: At): string {
  return dayAndTime.format(at);
}

/** To the second, with the time zone: "Sunday, May 3, 2026 at 14:05:09 GMT+2". */
export function formatExactly(at: At): string {
  return exact.format(at);
}

function isSameYear(one: At, other: At): boolean {
  return new Date(one).getFullYear() === new Date(other).getFullYear();
}
