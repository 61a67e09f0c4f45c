import { DAY, HOUR } from "#shared/durations.ts";

const QUARTER = 900_000;
/** The maximum distance of local time from UTC; Kiribati is 14 hours ahead, Niue 11 behind. */
const FURTHEST = 15 * HOUR;

/**
 * The last `count` calendar days in a time zone, today last, each as "2026-01-31" with its start and end in ISO 8601
 * UTC. A day may have 23 or 25 hours. isTimeZone must accept `timeZone`.
 */
export function lastDays(now: Date, count: number, timeZone: string): { day: string; from: string; to: string }[] {
  // This locale formats dates as ISO 8601.
  const isoDate = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
  const format = (at: Date | number): string => isoDate.format(at);
  const today = Date.parse(format(now));
  const starts = Array.from({ length: count + 1 }, (_, index) => {
    const midnight = today + (index - count + 1) * DAY;
    return { day: isoDay(midnight), from: new Date(startOf(midnight, format)).toISOString() };
  });
  return starts.slice(0, count).map((start, index) => ({ ...start, to: starts[index + 1]?.from ?? start.from }));
}

/**
 * The first quarter-hour whose local date is that of `midnight` or later, by binary search: the local date only moves
 * forward, even if clocks skip midnight or go back to the hour before it.
 */
function startOf(midnight: number, format: (at: number) => string): number {
  const day = isoDay(midnight);
  let before = (midnight - FURTHEST) / QUARTER;
  let after = (midnight + FURTHEST) / QUARTER;
  while (after - before > 1) {
    const between = Math.floor((before + after) / 2);
    if (format(between * QUARTER) >= day) after = between;
    else before = between;
  }
  return after * QUARTER;
}

function isoDay(at: number): string {
  return new Date(at).toISOString().slice(0, "2026-01-31".length);
}
