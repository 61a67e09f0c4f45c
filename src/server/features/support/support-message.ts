import type { NewSupportRequest } from "#shared/contract/support-request.ts";
import type { MailMessage } from "#server/delivery/mail/mailer.ts";
import { repeatableWords, withoutLinks, withoutUnseen } from "#server/delivery/mail/strangers-words.ts";

const SUBJECT_LENGTH = 80;

/**
 * The request as an email: its first line is the subject, and a reply goes to the person. The form takes any name and
 * text, so headers hold them only if harmless, and nothing in the text becomes a link.
 */
export function supportMessage({ name, email, message }: NewSupportRequest): Omit<MailMessage, "messageId"> {
  const [firstLine = ""] = message.trim().split(/\r?\n/u);
  const gist = firstLine.length > SUBJECT_LENGTH ? `${firstLine.slice(0, SUBJECT_LENGTH - 1).trimEnd()}…` : firstLine;
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
