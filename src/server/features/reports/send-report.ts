import { createHash, randomUUID } from "node:crypto";
import { domainToASCII } from "node:url";
import { ReportResult } from "#shared/contract/email-settings.ts";
import { changedFields } from "#shared/edited-fields.ts";
import { counted } from "#shared/counted.ts";
import { explainLead } from "#server/pipeline/intake/explain-score.ts";
import { withAddressQuality } from "#server/pipeline/intake/lead-text.ts";
import { mayHaveGone } from "#server/delivery/mail/mail-failure.ts";
import type { MailMessage, MailReceipt } from "#server/delivery/mail/mailer.ts";
import { acting } from "#server/platform/acting.ts";
import { conflict, messageOf } from "#server/platform/errors.ts";
import type { ReportSpan } from "#server/features/reports/content/report-changes.ts";
import { latestWindow } from "#server/platform/calendar-window.ts";
import {
  qualifiedLeadsReport,
  type QualifiedLeadsReportInput,
} from "#server/features/reports/content/qualified-leads-report.ts";
import type { DecideLinks } from "#server/features/reports/content/report-lead.ts";
import type { ReportRecord } from "#server/db/reports/reports.ts";
import type { EmailSettingsRecord } from "#server/db/reports/email-settings.ts";
import { readSettings } from "#server/db/read-settings.ts";
import { linksEnd, reportKeyOf, writeDecisionLink, type DecisionLink } from "#server/features/reports/decision-link.ts";
import { changesKnownSince } from "#server/features/reports/forget-old-changes.ts";
import { reportClock } from "#server/features/reports/report-clock.ts";
import { versionOf } from "#server/features/journal/act.ts";
import { openCredentials, recordMailOutcome } from "#server/features/reports/email-settings.ts";
import { withLease } from "#server/jobs/queue/with-lease.ts";
import type { Workspace } from "#server/workspace.ts";
import { reportDue } from "#server/features/reports/report-due.ts";
import { jobs } from "#server/jobs/queue/job-definitions.ts";
import { pressedJob, resultOf } from "#server/jobs/queue/run-job.ts";

export const EMAIL_NOT_CONFIGURED =
  "Outgoing email isn't configured. Set up SMTP in Email Settings, or turn on Active there.";
/** The address of a report's links. */
export const DECIDE_PATH = "/act";

/** The settings in use: the one active record, or null. */
export async function activeEmailSettings(workspace: Pick<Workspace, "store">): Promise<EmailSettingsRecord | null> {
  return (await workspace.store.emailSettings.list()).find((record) => record.isActive) ?? null;
}

/** The settings in use. Throws email_not_configured. */
export async function requireEmailSettings(workspace: Pick<Workspace, "store">): Promise<EmailSettingsRecord> {
  const settings = await activeEmailSettings(workspace);
  if (settings === null) throw conflict("email_not_configured", EMAIL_NOT_CONFIGURED);
  return settings;
}

/**
 * Emails the report of qualified leads, once per window: a window whose report was sent, or may have been when the
 * process died, isn't sent again and returns null. It covers the changes since the previous report, up to `until`,
 * which defaults to now. Throws email_not_configured, or the mail server's error.
 */
export async function sendReport(workspace: Workspace, windowKey: string, until?: Date): Promise<ReportResult | null> {
  const { store, clock, feed } = workspace;
  const settings = await requireEmailSettings(workspace);
  const messageId = stableMessageId(windowKey, settings.fromEmail);
  const startedAt = clock().toISOString();
  const span = await spanOf(workspace, settings.reportFrequency, until);
  const coversTo = span.to.toISOString();
  const report = await makeOrRecord(workspace, { windowKey, messageId, startedAt }, span);
  const { leadCount, message } = report;
  const receipt = await sendOnce(workspace, { windowKey, messageId, leadCount, startedAt, coversTo }, () =>
    mailReport(workspace, settings, message),
  );
  if (receipt === null) return null;
  const { accepted, rejected } = receipt;
  await recordMailOutcome(workspace, settings, { valid: true, message: "" });
  const refused = rejected.length === 0 ? "" : `; refused for ${rejected.map(({ address }) => address).join(", ")}`;
  await store.journal.add({
    kind: "report",
    type: "email_sent",
    title: "Report sent",
    description: `${counted(report.leadCount, "qualified lead")} to ${counted(accepted.length, "recipient")}${refused}`,
    by: windowKey.startsWith("manual:") ? acting().by : "Schedule",
    at: clock().toISOString(),
  });
  feed.changed(["activity", "status"]);
  return { leadCount: report.leadCount, messageId };
}

/**
 * Where the last sent report ended, so that nothing is reported twice or skipped, but not before the recorded changes;
 * the first starts where a scheduled one would.
 */
export async function spanOf(
  workspace: Workspace,
  frequency: EmailSettingsRecord["reportFrequency"],
  until?: Date,
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
  // A manual report has already covered that time.
  const to = until === undefined || until <= from ? now : until;
  return { from, to, timeZone: by.timeZone };
}

/** The lease for sending a window's report: if it's free, the sender has ended. */
export function reportLease(windowKey: string): string {
  return `report:${windowKey}`;
}

/** Builds the report. A failure is recorded too, so that it isn't retried at every tick. */
async function makeOrRecord(
  workspace: Workspace,
  { windowKey, messageId, startedAt }: Pick<ReportRecord, "windowKey" | "messageId" | "startedAt">,
  span: Pick<ReportSpan, "from" | "to" | "timeZone">,
): Promise<{ leadCount: number; message: MailMessage }> {
  const { store, clock, secrets } = workspace;
  try {
    const link = { reportKey: reportKeyOf(windowKey), expiresAt: linksEnd(new Date(startedAt)), accountId: null };
    const decideAt = (leadId: string, decision: DecisionLink["decision"]): string =>
      `${DECIDE_PATH}/${writeDecisionLink(secrets, { ...link, leadId, decision })}`;
    return await buildReport(workspace, {
      isTest: false,
      generatedAt: startedAt,
      messageId,
      span,
      decidePaths: (leadId) => ({ approve: decideAt(leadId, "approved"), reject: decideAt(leadId, "rejected") }),
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

/** Builds the report from the current leads; `decidePaths` are the targets of its approve and reject links. */
export async function buildReport(
  workspace: Workspace,
  {
    decidePaths,
    ...rest
  }: Pick<QualifiedLeadsReportInput, "isTest" | "generatedAt" | "messageId" | "span"> & {
    decidePaths: (leadId: string) => DecideLinks;
  },
): Promise<{ leadCount: number; message: MailMessage }> {
  const { store, publicUrl } = workspace;
  const [{ qualificationThreshold: threshold }, fields] = await Promise.all([
    readSettings(workspace),
    store.leadFields.list(),
  ]);
  return qualifiedLeadsReport({
    ...rest,
    store,
    threshold,
    baseUrl: publicUrl,
    decideLinks: (leadId, baseUrl) => {
      const { approve, reject } = decidePaths(leadId);
      return { approve: `${baseUrl}${approve}`, reject: `${baseUrl}${reject}` };
    },
    explain: (lead) => explainLead(withAddressQuality(lead), { threshold, today: rest.generatedAt, rules: [], fields }),
  });
}

/**
 * Sends what a record is about, once for its window: null if it was sent, or may have been. Only a certain failure is
 * recorded as one, which may be retried; one of `isFinal` isn't.
 */
export async function sendOnce(
  workspace: Workspace,
  report: Parameters<Workspace["store"]["reports"]["begin"]>[0],
  send: () => Promise<MailReceipt>,
  isFinal: (error: unknown) => boolean = () => false,
): Promise<MailReceipt | null> {
  const { store, clock } = workspace;
  return withLease(workspace, reportLease(report.windowKey), async () => {
    const record = await store.reports.begin(report);
    if (record === null) return null;
    const receipt = await send().catch(async (error: unknown) => {
      const state = mayHaveGone(error) ? "unknown" : isFinal(error) ? "skipped" : "failed";
      await store.reports.finish(record.id, { state, error: messageOf(error), finishedAt: clock().toISOString() });
      throw error;
    });
    await store.reports.finish(record.id, { state: "sent", error: "", finishedAt: clock().toISOString() });
    return receipt;
  });
}

/** Sends the message to the report's recipients, and records a failure of the connection. */
async function mailReport(
  workspace: Workspace,
  settings: EmailSettingsRecord,
  message: MailMessage,
): Promise<MailReceipt> {
  try {
    return await workspace.mailer.send({ ...settings, ...openCredentials(workspace, settings) }, message);
  } catch (error) {
    await recordMailOutcome(workspace, settings, { valid: false, message: messageOf(error) });
    throw error;
  }
}

/** The same window always has the same Message-ID (RFC 5322, 3.6.4), so that a duplicate can be recognized. */
export function stableMessageId(windowKey: string, fromEmail: string): string {
  const domain = domainToASCII(fromEmail.slice(fromEmail.lastIndexOf("@") + 1));
  return `<winnow-report-${createHash("sha256").update(windowKey).digest("hex").slice(0, 32)}@${domain}>`;
}

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

/**
 * Sends a report for a person; each press sends its own. Throws as `sendReport` does, and stale if the recipients aren't
 * those of the version that the person saw.
 */
export async function sendReportNow(workspace: Workspace, seen?: string): Promise<ReportResult> {
  const settings = await activeEmailSettings(workspace);
  const changed = seen === undefined ? [] : changedFields("emailSettings", seen, versionOf("emailSettings", settings));
  if (settings !== null && changed.includes("recipientEmails")) {
    throw conflict("stale", "The recipients just changed, so nothing was sent. Check them and send the report again.");
  }
  const recipients = settings?.recipientEmails.length ?? 0;
  return resultOf(await pressedJob(workspace, jobs.pressedReport(`manual:${randomUUID()}`, recipients)), ReportResult);
}
