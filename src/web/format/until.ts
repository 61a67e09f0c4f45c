import { counted } from "#shared/counted.ts";
import { DAY, HOUR, MINUTE } from "#shared/durations.ts";
import { moment } from "#web/format/moment.ts";

/**
 * Future time: "within a minute", "in 12 minutes", "in 3 hours", "in 6 days", or the date beyond two weeks. `time` is
 * ISO 8601; past times count as within a minute.
 */
export function untilWords(time: string, now: number): string {
  const left = Date.parse(time) - now;
  if (left < MINUTE) return "within a minute";
  if (left < HOUR) return inUnits(left, MINUTE, "minute");
  if (left < 2 * DAY) return inUnits(left, HOUR, "hour");
  return left < 14 * DAY ? inUnits(left, DAY, "day") : moment(time, now);
}

function inUnits(left: number, unit: number, noun: string): string {
  return `in ${counted(Math.round(left / unit), noun)}`;
}
