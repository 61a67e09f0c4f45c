import { createHash } from "node:crypto";
import { domainToASCII } from "node:url";
import type { ReportResult } from "#shared/contract/email-settings.ts";
import { explainLead } from "#server/intake/explain-score.ts";
import { mayHaveGone } from "#server/mail/mail-failure.ts";
import type { MailMessage, MailReceipt } from "#server/mail/mailer.ts";
import { acting } from "#server/platform/acting.ts";
import { conflict, messageOf } from "#server/platform/errors.ts";
import type { ReportSpan } from "#server/reports/report-changes.ts";
import { latestWindow } from "#server/platform/calendar-window.ts";
import { qualifiedLeadsReport } from "#server/reports/qualified-leads-report.ts";
import type { ReportRecord } from "#server/store/report-types.ts";
import type { EmailSettingsRecord } from "#server/store/email-settings-types.ts";
import { readSettings } from "#server/workflows/settings/read-settings.ts";
import {
  linksEnd,
  reportKeyOf,
  writeDecisionLink,
  type DecisionLink,
} from "#server/workflows/reports/decision-link.ts";
import { changesKnownSince } from "#server/workflows/reports/forget-old-changes.ts";
import { reportClock } from "#server/workflows/reports/report-clock.ts";
import { openPassword, recordMailOutcome } from "#server/workflows/reports/email-settings.ts";
import { withLease } from "#server/workflows/with-lease.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

export const EMAIL_NOT_CONFIGURED =
  "Outgoing e-mail is not configured. Fill in the SMTP form under Email Settings first.";
/** Where a link of a report is opened. */
export const DECIDE_PATH = "/act";

/** The settings in use: the one active record, or null. */
export async function activeEmailSettings(workspace: Pick<Workspace, "store">): Promise<EmailSettingsRecord | null> {
  return (await workspace.store.emailSettings.list()).find((record) => record.isActive) ?? null;
}

/**
 * Mails the report of qualified leads, once per window: a window whose report was sent, or may have been when the
 * process died, is not sent again and answers null. It tells what changed since the report before, up to `until`, which is
 * now unless given. Throws email_not_configured, or what the mail server said.
 */
export async function sendReport(workspace: Workspace, windowKey: string, until?: Date): Promise<ReportResult | null> {
  const { store, clock, feed } = workspace;
  const settings = await activeEmailSettings(workspace);
  if (settings === null) {
    throw conflict("email_not_configured", EMAIL_NOT_CONFIGURED);
  }
  const messageId = stableMessageId(windowKey, settings.fromEmail);
  const startedAt = clock().toISOString();
  const span = await spanOf(workspace, settings.reportFrequency, until);
  const coversTo = span.to.toISOString();
  const report = await makeOrRecord(workspace, { windowKey, messageId, startedAt }, span);
  const receipt = await withLease(workspace, reportLease(windowKey), async () => {
    const record = await store.reports.begin({
      windowKey,
      messageId,
      leadCount: report.leadCount,
      startedAt,
      coversTo,
    });
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
    by: windowKey.startsWith("manual:") ? acting().by : "Schedule",
    at: clock().toISOString(),
    leadId: null,
  });
  feed.changed(["activity", "status"]);
  return { leadCount: report.leadCount, messageId };
}

/**
 * From where the last report that went out ended, so that nothing is told twice or by none, but not from before what is
 * known; the first begins where a scheduled one would.
 */
async function spanOf(
  workspace: Workspace,
  frequency: EmailSettingsRecord["reportFrequency"],
  until: Date | undefined,
): Promise<Pick<ReportSpan, "from" | "to" | "timeZone">> {
  const { store, clock } = workspace;
  const now = clock();
  const by = await reportClock(workspace);
  const covered = (await store.reports.lastSent())?.coversTo ?? null;
  // One that reaches beyond now was sent while the clock was ahead.
  const isKnown = covered !== null && covered <= now.toISOString();
  const known = changesKnownSince(now);
  const wanted = isKnown ? new Date(covered) : latestWindow(frequency, until ?? now, by).from;
  const from = wanted < known ? known : wanted;
  // One by hand has told of that moment already.
  const to = until === undefined || until <= from ? now : until;
  return { from, to, timeZone: by.timeZone };
}

/** What whoever sends the report of a window holds: while another may take it, the sender has ended. */
export function reportLease(windowKey: string): string {
  return `report:${windowKey}`;
}

/** Makes the report. When that fails it is a failed one too, so that it is not tried again with every tick. */
async function makeOrRecord(
  workspace: Workspace,
  { windowKey, messageId, startedAt }: Pick<ReportRecord, "windowKey" | "messageId" | "startedAt">,
  span: Pick<ReportSpan, "from" | "to" | "timeZone">,
): Promise<{ leadCount: number; message: MailMessage }> {
  const { store, clock, secrets, publicUrl } = workspace;
  try {
    const { qualificationThreshold: threshold } = await readSettings(workspace);
    const link = { reportKey: reportKeyOf(windowKey), expiresAt: linksEnd(new Date(startedAt)) };
    const decideAt = (leadId: string, decision: DecisionLink["decision"]): string =>
      `${DECIDE_PATH}/${writeDecisionLink(secrets, { ...link, leadId, decision })}`;
    return await qualifiedLeadsReport({
      store,
      threshold,
      generatedAt: startedAt,
      messageId,
      span,
      baseUrl: publicUrl,
      decideLinks: (leadId, baseUrl) => {
        const address = baseUrl.replace(/\/+$/u, "");
        return {
          approve: `${address}${decideAt(leadId, "approved")}`,
          reject: `${address}${decideAt(leadId, "rejected")}`,
        };
      },
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

/** Sends the message. Only when that surely failed is the report a failed one, which may be sent again. */
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
    const state = mayHaveGone(error) ? "unknown" : "failed";
    await workspace.store.reports.finish(reportId, { state, error: messageOf(error), finishedAt });
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
