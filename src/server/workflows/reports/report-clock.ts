import { ownTimeZone } from "#shared/time-zone.ts";
import type { WallClock } from "#server/platform/calendar-window.ts";
import { readSettings } from "#server/workflows/settings/read-settings.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** By whose clock reports leave: as set, and otherwise the server's. */
export async function reportClock(workspace: Pick<Workspace, "store">): Promise<WallClock> {
  const { reportTimeZone, reportHour } = await readSettings(workspace);
  return { timeZone: reportTimeZone ?? ownTimeZone(), hour: reportHour };
}
