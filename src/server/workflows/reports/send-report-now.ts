import { randomUUID } from "node:crypto";
import { ReportResult } from "#shared/contract/email-settings.ts";
import { jobs } from "#server/workflows/jobs.ts";
import { pressedJob, resultOf } from "#server/workflows/run-job.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** Sends a report for a person; each press is one of its own. Throws as `sendReport` does. */
export async function sendReportNow(workspace: Workspace): Promise<ReportResult> {
  return resultOf(await pressedJob(workspace, jobs.pressedReport(`manual:${randomUUID()}`)), ReportResult);
}
