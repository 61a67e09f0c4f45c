import type { ReportResult } from "#shared/contract/email-settings.ts";
import { reportClock } from "#server/features/reports/report-clock.ts";
import { reportDue } from "#server/features/reports/report-due.ts";
import { activeEmailSettings, sendReport } from "#server/features/reports/send-report.ts";
import type { Workspace } from "#server/workspace.ts";

/**
 * Sends the scheduled report if it is due, however often it is called. Null if none was. Throws as `sendReport` does.
 */
export async function sendDueReport(workspace: Workspace): Promise<ReportResult | null> {
  const settings = await activeEmailSettings(workspace);
  if (settings === null) return null;
  const now = workspace.clock();
  const due = await reportDue(workspace, settings, now, await reportClock(workspace));
  return due === null || due.at > now ? null : sendReport(workspace, due.window.key, due.window.to);
}
