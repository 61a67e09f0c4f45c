import { readContact } from "#server/pipeline/mail/contact/contact.ts";
import type { MailAddress } from "#server/pipeline/mail/contact/mail-address.ts";
import { bareMessage, type Message } from "#server/pipeline/mail/mime/message.ts";
import { unwrapMessage } from "#server/pipeline/mail/mime/unwrap-message.ts";

/**
 * The parts of a message that show who wrote it and what they want, stored with the lead so that it can be read again.
 */
export interface MessageParts {
  from: MailAddress;
  replyTo: MailAddress | null;
  subject: string;
  date: string | null;
  text: string;
  /** The recipients' addresses, whose own text is removed. */
  ownAddresses: readonly string[];
}

/** Longer messages are not stored, because truncating them would change the reading. */
const LONGEST = 16_000;

/** Reads a message's writer and their own text, without quotes and signature. */
export function readMessageParts(message: Message, ownAddresses: readonly string[]) {
  const unwrapped = unwrapMessage(message, ownAddresses);
  const { writer, replyTo, form, text, signature } = unwrapped;
  const contact = readContact({
    writer,
    replyTo: replyTo ?? message.replyTo,
    form,
    text,
    signature,
    lines: message.lines,
  });
  const words = text
    .join("\n")
    .replace(/\n{3,}/gu, "\n\n")
    .trim();
  return { unwrapped, contact, words };
}

/** The parts of a message to store; null if it is too long. */
export function messagePartsOf(message: Message, ownAddresses: readonly string[]): MessageParts | null {
  const { from, replyTo, subject, date } = message;
  const text = message.lines.join("\n");
  return text.length > LONGEST ? null : { from, replyTo, subject, date, text, ownAddresses };
}

/** Rebuilds a message from its stored parts, with everything needed to identify its writer. */
export function messageOf({ text, from, replyTo, subject, date }: MessageParts): Message {
  return { ...bareMessage(text.split("\n")), from, replyTo, subject, date };
}
