import type { ReportRecord } from "#server/store/report-types.ts";
import type { Need } from "#server/workflows/notifications/need.ts";
import { activeEmailSettings } from "#server/workflows/reports/send-report.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const HREF = "/email-settings";

/** Outgoing e-mail that fails, and the latest report where it did not go out or nobody knows whether it did. */
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
      title: `E-mail cannot be sent through ${smtpHost}`,
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
      title: mayHaveGone ? "The last report may not have been sent" : "The last report could not be sent",
      description: mayHaveGone ? `${latest.error}. If it did not arrive, send another one.` : latest.error,
      at: latest.finishedAt ?? latest.startedAt,
      href: HREF,
    });
  }
  return needs;
}

/** A report under an older id that went out later, as one that was tried again, stands for it. */
function isMissing({ state, finishedAt }: ReportRecord, sent: ReportRecord | null): boolean {
  if (state !== "failed" && state !== "unknown") return false;
  return sent === null || (sent.finishedAt ?? "") < (finishedAt ?? "");
}
