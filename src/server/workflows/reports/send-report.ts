import { createHash } from "node:crypto";
import { domainToASCII } from "node:url";
import type { ReportResult } from "#shared/contract/email-settings.ts";
import { explainLead } from "#server/intake/explain-score.ts";
import type { MailMessage, MailReceipt } from "#server/mail/mailer.ts";
import { conflict, messageOf } from "#server/platform/errors.ts";
import { qualifiedLeadsReport } from "#server/reports/qualified-leads-report.ts";
import type { EmailSettingsRecord, ReportRecord } from "#server/store/types.ts";
import { readSettings } from "#server/workflows/settings/read-settings.ts";
import { openPassword, recordMailOutcome } from "#server/workflows/reports/email-settings.ts";
import { withLease } from "#server/workflows/with-lease.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** The settings in use: the one active record, or null. */
export async function activeEmailSettings(workspace: Pick<Workspace, "store">): Promise<EmailSettingsRecord | null> {
  return (await workspace.store.emailSettings.list()).find((record) => record.isActive) ?? null;
}

/**
 * Mails the report of qualified leads, once per window: a window whose report was sent, or may have been when the
 * process died, is not sent again and answers null. Throws email_not_configured, or what the mail server said.
 */
export async function sendReport(workspace: Workspace, windowKey: string): Promise<ReportResult | null> {
  const { store, clock, feed } = workspace;
  const settings = await activeEmailSettings(workspace);
  if (settings === null) {
    throw conflict(
      "email_not_configured",
      "Outgoing e-mail is not configured. Fill in the SMTP form under Email Settings first.",
    );
  }
  const messageId = stableMessageId(windowKey, settings.fromEmail);
  const startedAt = clock().toISOString();
  const report = await makeOrRecord(workspace, { windowKey, messageId, startedAt });
  const receipt = await withLease(workspace, reportLease(windowKey), async () => {
    const record = await store.reports.begin({ windowKey, messageId, leadCount: report.leadCount, startedAt });
    if (record === null) return null;
    const taken = await sendOrRecord(workspace, settings, report.message, record.id);
    await store.reports.finish(record.id, { state: "sent", error: "", finishedAt: clock().toISOString() });
    return taken;
  });
  if (receipt === null) return null;
  const { accepted, rejected } = receipt;
  await recordMailOutcome(workspace, settings, { valid: true, message: "" });
  const refused = rejected.length === 0 ? "" : `; refused for ${rejected.map(({ address }) => address).join(", ")}`;
  await store.journal.add({
    kind: "report",
    type: "email_sent",
    title: "Report sent",
    description: `${plural(report.leadCount, "qualified lead")} to ${plural(accepted.length, "recipient")}${refused}`,
    by: windowKey.startsWith("manual:") ? "You" : "Schedule",
    at: clock().toISOString(),
    leadId: null,
  });
  feed.changed(["activity", "status"]);
  return { leadCount: report.leadCount, messageId };
}

/** What whoever sends the report of a window holds: while another may take it, the sender has ended. */
export function reportLease(windowKey: string): string {
  return `report:${windowKey}`;
}

/** Makes the report. When that fails it is a failed one too, so that it is not tried again with every tick. */
async function makeOrRecord(
  workspace: Workspace,
  { windowKey, messageId, startedAt }: Pick<ReportRecord, "windowKey" | "messageId" | "startedAt">,
): Promise<{ leadCount: number; message: MailMessage }> {
  const { store, clock } = workspace;
  try {
    const { qualificationThreshold: threshold } = await readSettings(workspace);
    return await qualifiedLeadsReport({
      store,
      threshold,
      generatedAt: startedAt,
      messageId,
      explain: (lead) => explainLead(lead, { threshold, today: startedAt, rules: [] }),
    });
  } catch (error) {
    await withLease(workspace, reportLease(windowKey), async () => {
      const record = await store.reports.begin({ windowKey, messageId, leadCount: 0, startedAt });
      if (record === null) return;
      const finishedAt = clock().toISOString();
      await store.reports.finish(record.id, { state: "failed", error: messageOf(error), finishedAt });
    });
    throw error;
  }
}

/** Sends the message. Only when that fails is the report a failed one, which may be sent again. */
async function sendOrRecord(
  workspace: Workspace,
  settings: EmailSettingsRecord,
  message: MailMessage,
  reportId: string,
): Promise<MailReceipt> {
  try {
    return await workspace.mailer.send({ ...settings, password: openPassword(workspace, settings) }, message);
  } catch (error) {
    const finishedAt = workspace.clock().toISOString();
    await workspace.store.reports.finish(reportId, { state: "failed", error: messageOf(error), finishedAt });
    await recordMailOutcome(workspace, settings, { valid: false, message: messageOf(error) });
    throw error;
  }
}

/** The same window always gives the same Message-ID (RFC 5322, 3.6.4), so that a doubled report can be recognised. */
function stableMessageId(windowKey: string, fromEmail: string): string {
  const domain = domainToASCII(fromEmail.slice(fromEmail.lastIndexOf("@") + 1));
  return `<winnow-report-${createHash("sha256").update(windowKey).digest("hex").slice(0, 32)}@${domain}>`;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
