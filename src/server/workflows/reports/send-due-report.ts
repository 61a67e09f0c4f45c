import { LIMITS } from "#shared/limits.ts";
import { localDay } from "#server/reports/local-day.ts";
import type { EmailSettingsRecord } from "#server/store/types.ts";
import { activeEmailSettings, sendReport } from "#server/workflows/reports/send-report.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const RETRY_MILLISECONDS = 15 * 60_000;
const MONDAY = 1;

/**
 * The latest scheduled moment at or before `now`, in local time: each day, each Monday, or each first of the month, at
 * the report hour. `key` names its window.
 */
export function latestReportWindow(
  frequency: EmailSettingsRecord["reportFrequency"],
  now: Date,
): { key: string; at: Date } {
  const at = new Date(now.getFullYear(), now.getMonth(), now.getDate(), LIMITS.report.hour);
  if (at > now) at.setDate(at.getDate() - 1);
  if (frequency === "weekly") at.setDate(at.getDate() - ((at.getDay() - MONDAY + 7) % 7));
  if (frequency === "monthly") at.setDate(1);
  return { key: `${frequency}:${localDay(at)}`, at };
}

/**
 * Sends the scheduled report when its moment has passed since the schedule was made and it has not gone out; one that
 * failed is tried again.
 */
export async function sendDueReport(workspace: Workspace): Promise<void> {
  const settings = await activeEmailSettings(workspace);
  if (settings === null) return;
  const now = workspace.clock();
  const window = latestReportWindow(settings.reportFrequency, now);
  if (window.at.toISOString() <= settings.scheduledSince) return;
  const earlier = await workspace.store.reports.ofWindow(window.key);
  if (earlier !== null) {
    if (earlier.state !== "failed") return;
    if (now.getTime() - Date.parse(earlier.finishedAt ?? earlier.startedAt) < RETRY_MILLISECONDS) return;
  }
  await sendReport(workspace, window.key);
}
