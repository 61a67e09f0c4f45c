import { randomUUID } from "node:crypto";
import { ReportResult } from "#shared/contract/email-settings.ts";
import { activeEmailSettings } from "#server/features/reports/send-report.ts";
import { jobs } from "#server/jobs/queue/job-definitions.ts";
import { pressedJob, resultOf } from "#server/jobs/queue/run-job.ts";
import type { Workspace } from "#server/workspace.ts";

/** Sends a report for a person; each press sends its own. Throws as `sendReport` does. */
export async function sendReportNow(workspace: Workspace): Promise<ReportResult> {
  const recipients = (await activeEmailSettings(workspace))?.recipientEmails.length ?? 0;
  return resultOf(await pressedJob(workspace, jobs.pressedReport(`manual:${randomUUID()}`, recipients)), ReportResult);
}
