import { readContact, type Contact } from "#server/email-analysis/contact.ts";
import type { MailAddress } from "#server/email-analysis/mail-address.ts";
import { bareMessage, type Message } from "#server/email-analysis/message.ts";
import { unwrapMessage, type Unwrapped } from "#server/email-analysis/unwrap-message.ts";

/** What of a message tells who wrote it and what they want: kept with its lead, so that it can be read again. */
export interface Letter {
  from: MailAddress;
  replyTo: MailAddress | null;
  subject: string;
  date: string | null;
  text: string;
  /** Who received it: what they wrote is peeled off. */
  ownAddresses: readonly string[];
}

/** Who wrote a message, and their own words without quotes and signature. */
export interface ReadLetter {
  unwrapped: Unwrapped;
  contact: Contact;
  words: string;
}

/** A longer one is not kept: cut, it would be read otherwise. */
const LONGEST = 16_000;

/** Reads who wrote a message and what. */
export function readLetter(message: Message, ownAddresses: readonly string[]): ReadLetter {
  const unwrapped = unwrapMessage(message, ownAddresses);
  const { writer, replyTo, form, text, signature } = unwrapped;
  const contact = readContact({ writer, replyTo: replyTo ?? message.replyTo, form, text, signature });
  const words = text
    .join("\n")
    .replace(/\n{3,}/gu, "\n\n")
    .trim();
  return { unwrapped, contact, words };
}

/** What is kept of a message; null for one that is too long. */
export function letterOf(message: Message, ownAddresses: readonly string[]): Letter | null {
  const { from, replyTo, subject, date } = message;
  const text = message.lines.join("\n");
  return text.length > LONGEST ? null : { from, replyTo, subject, date, text, ownAddresses };
}

/** The message that a letter was kept of, as far as reading its writer goes. */
export function messageOf({ text, from, replyTo, subject, date }: Letter): Message {
  return { ...bareMessage(text.split("\n")), from, replyTo, subject, date };
}
