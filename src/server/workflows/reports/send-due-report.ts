import { latestReportWindow } from "#server/reports/report-window.ts";
import { reportClock } from "#server/workflows/reports/report-clock.ts";
import { activeEmailSettings, sendReport } from "#server/workflows/reports/send-report.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const RETRY_MILLISECONDS = 15 * 60_000;

/**
 * Sends the scheduled report when its moment has passed since the schedule was made and it has not gone out; one that
 * failed is tried again.
 */
export async function sendDueReport(workspace: Workspace): Promise<void> {
  const settings = await activeEmailSettings(workspace);
  if (settings === null) return;
  const now = workspace.clock();
  const window = latestReportWindow(settings.reportFrequency, now, await reportClock(workspace));
  if (window.to.toISOString() <= settings.scheduledSince) return;
  const earlier = await workspace.store.reports.ofWindow(window.key);
  if (earlier !== null) {
    if (earlier.state !== "failed") return;
    if (now.getTime() - Date.parse(earlier.finishedAt ?? earlier.startedAt) < RETRY_MILLISECONDS) return;
  }
  await sendReport(workspace, window.key, window.to);
}
