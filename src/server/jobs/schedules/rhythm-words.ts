import type { CalendarFrequency, WallClock } from "#server/platform/calendar-window.ts";

const MINUTES_PER_HOUR = 60;
const DAYS: Readonly<Record<CalendarFrequency, string>> = {
  daily: "Daily",
  weekly: "Mondays",
  monthly: "On the first of each month",
};

/** "Every 30 minutes", "Every hour", "Every 4 hours". */
export function everyMinutes(minutes: number): string {
  if (minutes % MINUTES_PER_HOUR !== 0) return `Every ${minutes} minutes`;
  const hours = minutes / MINUTES_PER_HOUR;
  return hours === 1 ? "Every hour" : `Every ${hours} hours`;
}

/** "Daily at 08:00 (Europe/Paris)". */
export function calendarRhythm(frequency: CalendarFrequency, { hour, timeZone }: WallClock): string {
  return `${DAYS[frequency]} at ${String(hour).padStart(2, "0")}:00 (${timeZone})`;
}
