import { MINUTE } from "#shared/durations.ts";
import { latestWindow, type CalendarWindow, type WallClock } from "#server/platform/calendar-window.ts";
import { isFuture } from "#server/platform/clock.ts";
import type { EmailSettingsRecord } from "#server/db/reports/email-settings.ts";
import type { ReportRecord } from "#server/db/reports/reports.ts";
import type { Workspace } from "#server/workspace.ts";

const RETRY_MILLISECONDS = 15 * MINUTE;

/** When a report, digest or mention that failed is sent again. */
export function retryAt({ startedAt, finishedAt }: Pick<ReportRecord, "startedAt" | "finishedAt">): Date {
  return new Date(Date.parse(finishedAt ?? startedAt) + RETRY_MILLISECONDS);
}

/** Whether a moment is after a choice. One that was made while the clock was ahead counts as earlier. */
export function isAfter(moment: Date, choice: string, now: Date): boolean {
  return moment.toISOString() > choice || isFuture(choice, now);
}

/**
 * The window whose report is due, and when it's due: at its end if that was after the schedule was set and no report
 * was sent, or some time after a failure. Null if none; one that may have been sent isn't due.
 */
export async function reportDue(
  { store }: Pick<Workspace, "store">,
  { reportFrequency, scheduledSince }: Pick<EmailSettingsRecord, "reportFrequency" | "scheduledSince">,
  now: Date,
  clock: WallClock,
): Promise<{ window: CalendarWindow; at: Date } | null> {
  const window = latestWindow(reportFrequency, now, clock);
  if (!isAfter(window.to, scheduledSince, now)) return null;
  const earlier = await store.reports.ofWindow(window.key);
  if (earlier === null) return { window, at: window.to };
  if (earlier.state !== "failed") return null;
  return { window, at: retryAt(earlier) };
}
