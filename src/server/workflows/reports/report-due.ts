import { latestWindow, type CalendarWindow, type WallClock } from "#server/platform/calendar-window.ts";
import type { EmailSettingsRecord } from "#server/store/email-settings-types.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const RETRY_MILLISECONDS = 15 * 60_000;

/**
 * The window whose report is owed, and since or from when: at its moment when that has passed since the schedule was made
 * and nothing was sent, and a while after it failed. Null when none is; one that may have gone out is not owed.
 */
export async function reportDue(
  { store }: Pick<Workspace, "store">,
  { reportFrequency, scheduledSince }: Pick<EmailSettingsRecord, "reportFrequency" | "scheduledSince">,
  now: Date,
  clock: WallClock,
): Promise<{ window: CalendarWindow; at: Date } | null> {
  const window = latestWindow(reportFrequency, now, clock);
  if (window.to.toISOString() <= scheduledSince) return null;
  const earlier = await store.reports.ofWindow(window.key);
  if (earlier === null) return { window, at: window.to };
  if (earlier.state !== "failed") return null;
  return { window, at: new Date(Date.parse(earlier.finishedAt ?? earlier.startedAt) + RETRY_MILLISECONDS) };
}
