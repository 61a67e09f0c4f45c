import type { ReportResult } from "#shared/contract/email-settings.ts";
import { reportClock } from "#server/workflows/reports/report-clock.ts";
import { reportDue } from "#server/workflows/reports/report-due.ts";
import { activeEmailSettings, sendReport } from "#server/workflows/reports/send-report.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** Sends the scheduled report if it is owed, however often it is asked. Null when none was. Throws as `sendReport` does. */
export async function sendDueReport(workspace: Workspace): Promise<ReportResult | null> {
  const settings = await activeEmailSettings(workspace);
  if (settings === null) return null;
  const now = workspace.clock();
  const due = await reportDue(workspace, settings, now, await reportClock(workspace));
  return due === null || due.at > now ? null : sendReport(workspace, due.window.key, due.window.to);
}
