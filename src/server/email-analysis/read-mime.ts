import PostalMime, { type Address, type Email } from "postal-mime";
import { htmlToText } from "#server/email-analysis/html-text.ts";
import type { MailAddress } from "#server/email-analysis/mail-address.ts";
import type { Message } from "#server/email-analysis/message.ts";
import { toLines } from "#server/email-analysis/message-lines.ts";
import { cutMime, LIMITS_OF_MIME } from "#server/email-analysis/mime-limits.ts";
import { withoutUnreadParts } from "#server/email-analysis/unread-parts.ts";
import { isoDate } from "#server/email-analysis/written-date.ts";

const RECEIVERS = 50;
const ATTACHMENTS = 100;
/** Of a long conversation the latest messages. */
const REFERENCES = 50;
/** Plain text next to HTML that says only "your program cannot show this". */
const LEAST_PLAIN = 30;

/**
 * Reads a MIME message (RFC 5322, 2045 to 2049), the first 2 MB of it. Broken encodings, charsets and boundaries are
 * read as far as they go. Throws with a reason in words for what is no message or is built to exhaust its reader.
 */
export async function readMime(raw: Uint8Array | string): Promise<Message> {
  const bytes = typeof raw === "string" ? Buffer.from(raw) : raw;
  const email = await PostalMime.parse(cutMime(withoutUnreadParts(bytes)), LIMITS_OF_MIME);
  const lines = toLines(textOf(email));
  if (email.headers.length === 0 && lines.every((line) => line.trim() === "")) throw new Error("It is empty");
  return {
    from: mailboxes(email.from === undefined ? [] : [email.from])[0] ?? { name: "", address: "" },
    to: mailboxes([...(email.to ?? []), ...(email.cc ?? [])]),
    replyTo: mailboxes(email.replyTo ?? [])[0] ?? null,
    subject: singleLine(email.subject ?? ""),
    // As written: the parser reads a date without a zone by the server's own.
    date: isoDate(email.headers.find(({ key }) => key === "date")?.value ?? ""),
    messageId: messageIdIn(email.messageId ?? ""),
    inReplyTo: messageIdIn(email.inReplyTo ?? ""),
    references: (email.references?.match(/<[^<>\s]{1,400}>/gu) ?? []).slice(-REFERENCES),
    headers: firstOfEach(email.headers),
    lines,
    partTypes: [...new Set(email.attachments.slice(0, ATTACHMENTS).map(({ mimeType }) => mimeType.toLowerCase()))],
    attachments: email.attachments.slice(0, ATTACHMENTS).map(({ filename }) => filename ?? ""),
  };
}

function textOf({ text = "", html = "" }: Email): string {
  const plain =
    /<(?:html|body|div|table|p)\b[^>]*>/iu.test(text.slice(0, 500)) && html === "" ? htmlToText(text) : text;
  if (html === "" || plain.trim().length >= LEAST_PLAIN) return plain;
  const shown = htmlToText(html);
  return shown.trim() === "" ? plain : shown;
}

function mailboxes(addresses: readonly Address[]): MailAddress[] {
  return addresses
    .flatMap((one) => one.group ?? [one])
    .slice(0, RECEIVERS)
    .map(({ name, address }) => ({ name: singleLine(name), address: singleLine(address).replace(/^mailto:/iu, "") }));
}

function firstOfEach(headers: readonly { key: string; value: string }[]): Map<string, string> {
  const values = new Map<string, string>();
  for (const { key, value } of headers) if (!values.has(key)) values.set(key, value.slice(0, 2_000));
  return values;
}

/** In angle brackets as RFC 5322 wants it, also where a program forgot them. */
function messageIdIn(value: string): string {
  const id = /<[^<>\s]{1,400}>/u.exec(value)?.[0] ?? value.trim().split(/\s+/u)[0] ?? "";
  return id === "" || id.startsWith("<") ? id : `<${id.slice(0, 400)}>`;
}

function singleLine(text: string): string {
  return text
    .slice(0, 1_000)
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
}
