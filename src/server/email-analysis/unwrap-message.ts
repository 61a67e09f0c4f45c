import { isOwn } from "#server/email-analysis/evidence.ts";
import { findForward } from "#server/email-analysis/forward.ts";
import { readRelayedForm, type RelayedForm } from "#server/email-analysis/form-relay.ts";
import type { MailAddress } from "#server/email-analysis/mail-address.ts";
import type { Message } from "#server/email-analysis/message.ts";
import { toLines } from "#server/email-analysis/message-lines.ts";
import { peelQuotes } from "#server/email-analysis/peel-quotes.ts";
import { splitSignature } from "#server/email-analysis/signature.ts";
import { isoDate } from "#server/email-analysis/written-date.ts";

/** Whose words a message holds, and the words: forwards, quotes, forms and signatures taken apart. */
export interface Unwrapped {
  writer: MailAddress;
  replyTo: MailAddress | null;
  subject: string;
  date: string | null;
  isForwarded: boolean;
  form: RelayedForm | null;
  text: string[];
  signature: string[];
}

const FORWARDS = 5;
/** A comment above a forwarded message that says more than "please take care of this". */
const OWN_WORDS = 15;

/**
 * Takes a message apart. What was forwarded without much of a comment, or by somebody of ours, is its first writer's;
 * a comment of a stranger with a request of its own stays the stranger's, with the forwarded words behind it.
 */
export function unwrapMessage(message: Message, ownAddresses: readonly string[]): Unwrapped {
  let { lines, from: writer, replyTo, subject, date } = message;
  let isForwarded = false;
  for (let depth = 0; depth < FORWARDS; depth += 1) {
    const forward = findForward(lines, subject);
    if (forward === null) break;
    const { header, comment, body } = forward;
    const isOurs = writer.address === "" || isOwn(writer.address, ownAddresses);
    const words = comment.join(" ").trim();
    const isStrangers =
      !isOurs && splitSignature(comment, writer.name).text.join(" ").split(/\s+/u).length >= OWN_WORDS;
    // What went out from us and came back says nothing of its own.
    if (isStrangers || (isOwn(header.from.address, ownAddresses) && words !== "")) break;
    ({ from: writer, replyTo } = header);
    subject = header.subject || subject;
    date = isoDate(header.date) ?? date;
    lines = body;
    isForwarded = true;
  }
  const form = readRelayedForm(lines);
  if (form !== null) {
    const text = toLines(form.message || lines.join("\n"));
    return { writer, replyTo, subject, date, isForwarded, form, text, signature: [] };
  }
  const { text, signature } = splitSignature(peelQuotes(lines), writer.name);
  return { writer, replyTo, subject, date, isForwarded, form, text, signature };
}
