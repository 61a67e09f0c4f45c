import { moment } from "#web/format/moment.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * When something will be: "within a minute", "in 12 minutes", "in 3 hours", "in 6 days", or the day of what is more than
 * two weeks off. `time` is ISO 8601; what is due already begins within a minute.
 */
export function untilWords(time: string, now: number): string {
  const left = Date.parse(time) - now;
  if (left < MINUTE) return "within a minute";
  if (left < HOUR) return inUnits(left, MINUTE, "minute");
  if (left < 2 * DAY) return inUnits(left, HOUR, "hour");
  return left < 14 * DAY ? inUnits(left, DAY, "day") : moment(time, now);
}

function inUnits(left: number, unit: number, noun: string): string {
  const count = Math.round(left / unit);
  return `in ${count} ${noun}${count === 1 ? "" : "s"}`;
}
