import type { CalendarFrequency, WallClock } from "#server/platform/calendar-window.ts";

const DAYS: Readonly<Record<CalendarFrequency, string>> = {
  daily: "Daily",
  weekly: "Mondays",
  monthly: "On the first of each month",
};

/** "Daily at 08:00 (Europe/Paris)". */
export function calendarRhythm(frequency: CalendarFrequency, { hour, timeZone }: WallClock): string {
  return `${DAYS[frequency]} at ${String(hour).padStart(2, "0")}:00 (${timeZone})`;
}
