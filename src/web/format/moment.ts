import { formatShortDay, formatTime } from "#web/format/date.ts";

/** Short time: "14:05" today, "May 3" this year, "May 3, 2024" otherwise, "N/A" for none. `time` is ISO 8601. */
export function moment(time: string, now: number): string {
  const at = new Date(time);
  if (Number.isNaN(at.getTime())) return "N/A";
  const today = new Date(now);
  return at.toDateString() === today.toDateString() ? formatTime(at) : formatShortDay(at, today);
}

/** For a sentence: "at 14:05" today, "on May 3" otherwise. */
export function whenLoaded(at: number, now: number): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return `${isToday ? "at" : "on"} ${moment(new Date(at).toISOString(), now)}`;
}
