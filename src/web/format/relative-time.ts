import { counted } from "#shared/counted.ts";
import { DAY, HOUR, MINUTE } from "#shared/durations.ts";
import { formatDay, formatDayAndTime, formatExactly, formatTime } from "#web/format/date.ts";

/** Shown for a missing or invalid time. */
type Absent = "Never" | "N/A";

/**
 * "Just now" under one hour, "N hours ago" under 24 hours, then the local date. `time` is ISO 8601; future times (clock
 * skew) count as now.
 */
export function relativeTime(time: string | null | undefined, now: number, absent: Absent): string {
  const at = instantOf(time);
  if (at === null) return absent;
  const age = now - at;
  if (age < HOUR) return "Just now";
  return age < DAY ? ago(age, HOUR, "hour") : formatDay(at);
}

/** The activity list's variant: "Just now" under one minute, "N minutes ago" under 60. */
export function activityTime(time: string | null | undefined, now: number, absent: Absent): string {
  const at = instantOf(time);
  if (at === null) return absent;
  const age = now - at;
  if (age < MINUTE) return "Just now";
  if (age < HOUR) return ago(age, MINUTE, "minute");
  return age < DAY ? ago(age, HOUR, "hour") : formatDay(at);
}

/** Exact local date and time with its zone, for a tooltip; undefined if none. */
export function exactTime(time: string | null | undefined): string | undefined {
  const at = instantOf(time);
  if (at === null) return undefined;
  return formatExactly(at);
}

/** Local date and time: "May 3, 2026, 14:05", "N/A" for none. */
export function dateAndTime(time: string): string {
  const at = instantOf(time);
  return at === null ? "N/A" : formatDayAndTime(at);
}

/** Local time of day: "14:05", "N/A" for none. */
export function timeOfDay(time: string): string {
  const at = instantOf(time);
  return at === null ? "N/A" : formatTime(at);
}

function instantOf(time: string | null | undefined): number | null {
  const at = typeof time === "string" ? Date.parse(time) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}

function ago(age: number, unit: number, noun: string): string {
  return `${counted(Math.floor(age / unit), noun)} ago`;
}
