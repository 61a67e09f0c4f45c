import type { ReportPreview, ReportTest, ReportTestResult } from "#shared/contract/email-settings.ts";
import { isMailAddress } from "#server/delivery/mail/mail-address.ts";
import { versionOf } from "#server/features/journal/act.ts";
import { countReportLeads } from "#server/features/reports/content/qualified-leads-report.ts";
import { reportSubject } from "#server/features/reports/content/report-message.ts";
import { dayIn } from "#server/features/reports/content/zoned-words.ts";
import { freshMessageId, mailOnePerson } from "#server/features/reports/email-settings.ts";
import { buildReport, requireEmailSettings, spanOf } from "#server/features/reports/send-report.ts";
import { acting } from "#server/platform/acting.ts";
import { invalid } from "#server/platform/errors.ts";
import type { Workspace } from "#server/workspace.ts";

/** Describes the report that would be sent now, and its recipients. Throws email_not_configured. */
export async function previewReport(workspace: Workspace): Promise<ReportPreview> {
  const { store } = workspace;
  const settings = await requireEmailSettings(workspace);
  const { from, to, timeZone } = await spanOf(workspace, settings.reportFrequency);
  const [leadCount, { newlyQualified, isExact }] = await Promise.all([
    countReportLeads(store),
    store.reports.changes({ from: from.toISOString(), to: to.toISOString(), limit: 1 }),
  ]);
  return {
    subject: reportSubject(leadCount, dayIn(to, timeZone)),
    leadCount,
    newCount: newlyQualified.count,
    isExact,
    since: from.toISOString(),
    recipients: settings.recipientEmails,
    version: versionOf("emailSettings", settings),
    testAddress: ownAddress(),
  };
}

/**
 * Emails the report to one person, marked as a test. It isn't recorded as a report, and its links decide nothing. Throws
 * email_not_configured, invalid without an address, or the mail server's error.
 */
export async function sendTestReport(workspace: Workspace, { to: wanted }: ReportTest): Promise<ReportTestResult> {
  const settings = await requireEmailSettings(workspace);
  const to = recipientOf(wanted);
  const messageId = freshMessageId("test", settings.fromEmail);
  const { leadCount, message } = await buildReport(workspace, {
    isTest: true,
    generatedAt: workspace.clock().toISOString(),
    messageId,
    span: await spanOf(workspace, settings.reportFrequency),
    decidePaths: (leadId) => {
      const page = `/leads/${encodeURIComponent(leadId)}`;
      return { approve: page, reject: page };
    },
  });
  await mailOnePerson(workspace, settings, to, message);
  return { leadCount, messageId, to };
}

/** With an account whose address is known, tests only go there. */
function recipientOf(wanted: string | undefined): string {
  const own = ownAddress();
  const to = own ?? wanted;
  if (to === undefined) throw invalid("to", "Enter an email address.");
  if (own !== null && wanted !== undefined && wanted.toLowerCase() !== own.toLowerCase())
    throw invalid("to", `Your tests go to ${own}.`);
  if (!isMailAddress(to)) throw invalid("to", `${to} isn't an email address.`);
  return to;
}

/** The signed-in user's address: accounts have no other than a username that is one. */
function ownAddress(): string | null {
  const { userId, by } = acting();
  return userId !== null && isMailAddress(by) ? by : null;
}
