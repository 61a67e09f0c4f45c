import { ownTimeZone } from "#shared/time-zone.ts";
import { type CalendarWindow, latestWindow, nextWindow, type WallClock } from "#server/platform/calendar-window.ts";
import { readSettings } from "#server/db/read-settings.ts";
import type { Workspace } from "#server/workspace.ts";

/** The time zone of reports: as configured, otherwise the server's. */
export async function reportClock(workspace: Pick<Workspace, "store">): Promise<WallClock> {
  const { reportTimeZone, reportHour } = await readSettings(workspace);
  return { timeZone: reportTimeZone ?? ownTimeZone(), hour: reportHour };
}

/** Today, from midnight to midnight in that time zone. */
export async function teamDay(workspace: Pick<Workspace, "store" | "clock">): Promise<CalendarWindow> {
  const clock = { ...(await reportClock(workspace)), hour: 0 };
  return nextWindow("daily", latestWindow("daily", workspace.clock(), clock), clock);
}
