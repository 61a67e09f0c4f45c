const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What stands where a time is missing or cannot be read. */
type Absent = "Never" | "N/A";

/**
 * A time as lists show it: "Just now" under one hour, "N hours ago" under 24 hours, else the local date.
 * `time` is ISO 8601; a time in the future (a clock that runs ahead) counts as now.
 */
export function relativeTime(time: string | null | undefined, now: number, absent: Absent): string {
  const at = instantOf(time);
  if (at === null) return absent;
  const age = now - at;
  if (age < HOUR) return "Just now";
  return age < DAY ? ago(age, HOUR, "hour") : localDate(at);
}

/** The same as the activity list shows it: "N minutes ago" under 60 minutes instead of "Just now". */
export function activityTime(time: string | null | undefined, now: number, absent: Absent): string {
  const at = instantOf(time);
  if (at === null) return absent;
  const age = Math.max(0, now - at);
  if (age < HOUR) return ago(age, MINUTE, "minute");
  return age < DAY ? ago(age, HOUR, "hour") : localDate(at);
}

/** The exact local date and time for a tooltip; undefined when there is none. */
export function exactTime(time: string | null | undefined): string | undefined {
  const at = instantOf(time);
  if (at === null) return undefined;
  return new Date(at).toLocaleString(undefined, { dateStyle: "full", timeStyle: "medium" });
}

function instantOf(time: string | null | undefined): number | null {
  const at = typeof time === "string" ? Date.parse(time) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}

function ago(age: number, unit: number, noun: string): string {
  const count = Math.floor(age / unit);
  return `${count} ${noun}${count === 1 ? "" : "s"} ago`;
}

function localDate(at: number): string {
  return new Date(at).toLocaleDateString(undefined, { dateStyle: "medium" });
}
