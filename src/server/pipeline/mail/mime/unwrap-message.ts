import { isOwn } from "#server/pipeline/mail/evidence.ts";
import { findForward } from "#server/pipeline/mail/quotes/forward.ts";
import { readRelayedForm, type RelayedForm } from "#server/pipeline/mail/contact/form-relay.ts";
import type { MailAddress } from "#server/pipeline/mail/contact/mail-address.ts";
import { headerBlockAt, mayBeginHeader } from "#server/pipeline/mail/mime/header-block.ts";
import type { Message } from "#server/pipeline/mail/mime/message.ts";
import { toLines } from "#server/pipeline/mail/mime/message-lines.ts";
import { peelQuotes } from "#server/pipeline/mail/quotes/peel-quotes.ts";
import { isOriginalMark } from "#server/pipeline/mail/quotes/quote-intro.ts";
import { splitSignature } from "#server/pipeline/mail/contact/signature.ts";
import { isoDate } from "#server/pipeline/mail/quotes/written-date.ts";
import { isNoReplyAddress } from "#server/pipeline/text/email-noise.ts";

/** A message's actual writer and text, with forwards, quotes, forms and the signature separated. */
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
/** A comment of at least this many words above a forwarded message says more than "please take care of this". */
const OWN_WORDS = 15;

/**
 * Unwraps a message. One that was forwarded by us, or with little comment, belongs to its original writer; a stranger's
 * comment with a request stays the stranger's, followed by the forwarded text.
 */
export function unwrapMessage(message: Message, ownAddresses: readonly string[]): Unwrapped {
  let { lines, replyTo, subject, date } = message;
  let writer = senderOf(message, ownAddresses);
  let isForwarded = false;
  for (let depth = 0; depth < FORWARDS; depth += 1) {
    const forward = findForward(lines, subject);
    if (forward === null) break;
    const { header, comment, body } = forward;
    const isOurs = writer.address === "" || isOwn(writer.address, ownAddresses);
    const words = comment.join(" ").trim();
    const isStrangers =
      !isOurs && splitSignature(comment, writer.name).text.join(" ").split(/\s+/u).length >= OWN_WORDS;
    // Our own message coming back to us says nothing new; the comment above it does.
    if (isStrangers || (isOwn(header.from.address, ownAddresses) && (words !== "" || !isOurs))) break;
    ({ from: writer, replyTo } = header);
    subject = header.subject || subject;
    date = isoDate(header.date) ?? date;
    lines = body;
    isForwarded = true;
  }
  const first = lines.findIndex((line) => line.trim() !== "");
  const quoted = lines.findIndex((line, at) => isOriginalMark(line) || (at > first && isReplyHeader(lines, at)));
  const form = readRelayedForm(quoted < 0 ? lines : lines.slice(0, quoted));
  if (form !== null) {
    const text = toLines(form.message === "" ? lines.join("\n") : [form.message, ...form.others].join("\n"));
    return { writer, replyTo, subject, date, isForwarded, form, text, signature: [] };
  }
  const { text, signature } = splitSignature(peelQuotes(lines), writer.name);
  return { writer, replyTo, subject, date, isForwarded, form, text, signature };
}

/** Our website or group address sends in our name, and names the actual writer in Reply-To. */
function senderOf({ from, replyTo }: Message, ownAddresses: readonly string[]): MailAddress {
  const answered = replyTo?.address ?? "";
  const isOurs = isOwn(answered, ownAddresses) || !isOwn(from.address, ownAddresses);
  if (replyTo === null || answered === "" || isOurs || isNoReplyAddress(answered)) return from;
  const [, name = ""] = /^['"]?(.+?)['"]?\svia\s/iu.exec(from.name) ?? [];
  return { name: replyTo.name || name, address: answered };
}

/** The header of the answered message, whose labels ("From:", "Subject:") are not a form's. */
function isReplyHeader(lines: readonly string[], at: number): boolean {
  return mayBeginHeader(lines, at) && (headerBlockAt(lines, at)?.to ?? null) !== null;
}
