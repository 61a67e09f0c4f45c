import { randomUUID } from "node:crypto";
import { domainToASCII } from "node:url";
import type { NewSupportRequest, SupportRequest } from "#shared/contract/support-request.ts";
import { isMailAddress } from "#server/mail/mail-address.ts";
import type { MailMessage } from "#server/mail/mailer.ts";
import { AppError, invalid } from "#server/platform/errors.ts";
import { openPassword, recordMailOutcome } from "#server/workflows/reports/email-settings.ts";
import { activeEmailSettings } from "#server/workflows/reports/send-report.ts";
import { supportMessage } from "#server/workflows/support/support-message.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/**
 * Keeps a request for support, then mails it to the operator's support address with the person to reply to. That it
 * could not be mailed is an answer, in words; only an e-mail address that nobody could answer to is refused.
 */
export async function askForSupport(workspace: Workspace, input: NewSupportRequest): Promise<SupportRequest> {
  if (!isMailAddress(input.email)) throw invalid("email", `${input.email} is not an e-mail address.`);
  const { supportRequests } = workspace.store;
  const createdAt = workspace.clock().toISOString();
  const { id } = await supportRequests.create({ ...input, mailed: false, outcome: "", createdAt });
  const { mailed, message } = await mail(workspace, input);
  await supportRequests.finish(id, { mailed, outcome: message });
  return { id, mailed, message, createdAt };
}

async function mail(workspace: Workspace, input: NewSupportRequest): Promise<{ mailed: boolean; message: string }> {
  const { supportEmail, mailer } = workspace;
  if (supportEmail === null) {
    return kept("No support address is set. Whoever runs Winnow names one with WINNOW_SUPPORT_EMAIL.");
  }
  const settings = await activeEmailSettings(workspace);
  if (settings === null) {
    return kept("Outgoing e-mail is not configured. Fill in the SMTP form under Email Settings first.");
  }
  try {
    const password = openPassword(workspace, settings);
    const message: MailMessage = { ...supportMessage(input), messageId: freshMessageId(settings.fromEmail) };
    await mailer.send({ ...settings, password, recipientEmails: [supportEmail] }, message);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // A support address that is refused says nothing about the reports, which go elsewhere.
    if (error.id !== "mail_recipients_refused" && error.id !== "mail_recipients_deferred") {
      await recordMailOutcome(workspace, settings, { valid: false, message: error.message });
    }
    return kept(error.message);
  }
  await recordMailOutcome(workspace, settings, { valid: true, message: "" });
  return { mailed: true, message: `We'll get back to you within 24 hours at ${input.email}` };
}

function kept(reason: string): { mailed: boolean; message: string } {
  return { mailed: false, message: `Your request is kept here, but could not be sent. ${reason}` };
}

function freshMessageId(fromEmail: string): string {
  return `<winnow-support-${randomUUID()}@${domainToASCII(fromEmail.slice(fromEmail.lastIndexOf("@") + 1))}>`;
}
