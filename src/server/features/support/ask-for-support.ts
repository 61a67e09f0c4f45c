import { cutWhole } from "#shared/text/cut-whole.ts";
import type { NewSupportRequest, SupportRequest } from "#shared/contract/support-request.ts";
import { isMailAddress } from "#server/delivery/mail/mail-address.ts";
import type { MailMessage } from "#server/delivery/mail/mailer.ts";
import { repeatableWords, withoutLinks, withoutUnseen } from "#server/delivery/mail/strangers-words.ts";
import { AppError, invalid } from "#server/platform/errors.ts";
import { freshMessageId, mailOnePerson } from "#server/features/reports/email-settings.ts";
import { activeEmailSettings, EMAIL_NOT_CONFIGURED } from "#server/features/reports/send-report.ts";
import type { Workspace } from "#server/workspace.ts";

const SUBJECT_LENGTH = 80;

/**
 * Stores a support request, then emails it to the operator's support address with the person as reply-to. A failed
 * email is a result, not an error; only an undeliverable reply address is rejected.
 */
export async function askForSupport(workspace: Workspace, input: NewSupportRequest): Promise<SupportRequest> {
  if (!isMailAddress(input.email)) throw invalid("email", `${input.email} isn't an email address.`);
  const { supportRequests } = workspace.store;
  const createdAt = workspace.clock().toISOString();
  const { id } = await supportRequests.create({ ...input, mailed: false, outcome: "", createdAt });
  const { mailed, message } = await mail(workspace, input);
  await supportRequests.update(id, { mailed, outcome: message });
  return { id, mailed, message, createdAt };
}

async function mail(workspace: Workspace, input: NewSupportRequest): Promise<{ mailed: boolean; message: string }> {
  const { supportEmail } = workspace;
  if (supportEmail === null) {
    return kept("No support address is set. Your administrator can add one with WINNOW_SUPPORT_EMAIL.");
  }
  const settings = await activeEmailSettings(workspace);
  if (settings === null) {
    return kept(EMAIL_NOT_CONFIGURED);
  }
  try {
    const messageId = freshMessageId("support", settings.fromEmail);
    await mailOnePerson(workspace, settings, supportEmail, { ...supportMessage(input), messageId });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return kept(error.message);
  }
  return { mailed: true, message: `We'll get back to you within 24 hours at ${input.email}` };
}

function kept(reason: string): { mailed: boolean; message: string } {
  return { mailed: false, message: `Your request was saved but couldn't be sent. ${reason}` };
}

/**
 * The request as an email: its first line is the subject, and a reply goes to the person. The form takes any name and
 * text, so headers hold them only if harmless, and nothing in the text becomes a link.
 */
function supportMessage({ name, email, message }: NewSupportRequest): Omit<MailMessage, "messageId"> {
  const [firstLine = ""] = message.trim().split(/\r?\n/u);
  const gist = firstLine.length > SUBJECT_LENGTH ? `${cutWhole(firstLine, SUBJECT_LENGTH - 1).trimEnd()}…` : firstLine;
  const known = repeatableWords(name);
  const about = repeatableWords(gist);
  return {
    fromName: known === null ? "Winnow" : `${known} (Winnow)`,
    replyTo: { name: known ?? "", address: email },
    subject: about === null ? "Support request" : `Support request: ${about}`,
    text: `${withoutLinks(withoutUnseen(`${message.trim()}\n\n-- \n${name}`))}\n${email}\n`,
    attachments: [],
  };
}
