import type { NewSupportRequest } from "#shared/contract/support-request.ts";
import type { MailMessage } from "#server/mail/mailer.ts";

const SUBJECT_LENGTH = 80;

/** The request as a message to whoever helps: its first line as the subject, and an answer goes to the person. */
export function supportMessage({ name, email, message }: NewSupportRequest): Omit<MailMessage, "messageId"> {
  const [firstLine = ""] = message.trim().split(/\r?\n/u);
  const gist = firstLine.length > SUBJECT_LENGTH ? `${firstLine.slice(0, SUBJECT_LENGTH - 1).trimEnd()}…` : firstLine;
  return {
    fromName: `${name} (Winnow)`,
    replyTo: { name, address: email },
    subject: `Support request: ${gist}`,
    text: `${message.trim()}\n\n-- \n${name}\n${email}\n`,
    attachments: [],
  };
}
