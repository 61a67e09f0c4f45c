import { ownTimeZone } from "#shared/time-zone.ts";
import type { WallClock } from "#server/platform/calendar-window.ts";
import { readSettings } from "#server/db/read-settings.ts";
import type { Workspace } from "#server/workspace.ts";

/** The time zone of reports: as configured, otherwise the server's. */
export async function reportClock(workspace: Pick<Workspace, "store">): Promise<WallClock> {
  const { reportTimeZone, reportHour } = await readSettings(workspace);
  return { timeZone: reportTimeZone ?? ownTimeZone(), hour: reportHour };
}
