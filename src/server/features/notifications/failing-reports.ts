import type { ReportRecord } from "#server/db/reports/reports.ts";
import type { Need } from "#server/features/notifications/need.ts";
import { activeEmailSettings } from "#server/features/reports/send-report.ts";
import type { Workspace } from "#server/workspace.ts";

const HREF = "/email-settings";

/** Failing outgoing email, and the latest report if it wasn't sent or may not have been. */
export async function failingReports(workspace: Pick<Workspace, "store">): Promise<Need[]> {
  const { reports } = workspace.store;
  const [email, latest, sent] = await Promise.all([
    activeEmailSettings(workspace),
    reports.latest(),
    reports.lastSent(),
  ]);
  const needs: Need[] = [];
  if (email !== null && email.failingSince !== null) {
    const { id, failingSince, smtpHost, lastError } = email;
    needs.push({
      id: `email_failing:${id}:${failingSince}`,
      kind: "email_failing",
      title: `Email can't be sent through ${smtpHost}`,
      description: lastError,
      at: failingSince,
      href: HREF,
    });
  }
  if (latest !== null && isMissing(latest, sent)) {
    const mayHaveGone = latest.state === "unknown";
    needs.push({
      id: `report_not_sent:${latest.id}:${latest.state}`,
      kind: "report_not_sent",
      title: mayHaveGone ? "The last report may not have been sent" : "The last report couldn't be sent",
      description: mayHaveGone ? `${latest.error}. If it didn't arrive, send another one.` : latest.error,
      at: latest.finishedAt ?? latest.startedAt,
      href: HREF,
    });
  }
  return needs;
}

/** A report that was sent later under an older id, as after a retry, replaces it. */
function isMissing({ state, finishedAt }: ReportRecord, sent: ReportRecord | null): boolean {
  if (state !== "failed" && state !== "unknown") return false;
  return sent === null || (sent.finishedAt ?? "") < (finishedAt ?? "");
}
