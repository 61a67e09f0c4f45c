import PostalMime, { decodeWords, type Address, type Email } from "postal-mime";
import { htmlToText } from "#server/pipeline/mail/mime/html-text.ts";
import { readMailAddress, writtenAddress, type MailAddress } from "#server/pipeline/mail/contact/mail-address.ts";
import type { Message } from "#server/pipeline/mail/mime/message.ts";
import { toLines, withoutUnseen } from "#server/pipeline/mail/mime/message-lines.ts";
import { LIMITS_OF_MIME } from "#server/pipeline/mail/mime/mime-limits.ts";
import { readableMime } from "#server/pipeline/mail/mime/readable-mime.ts";
import { isoDate } from "#server/pipeline/mail/quotes/written-date.ts";

const RECEIVERS = 50;
const ATTACHMENTS = 100;
/** In a long conversation, only the latest Message-IDs are used. */
const REFERENCES = 50;
/** Plain-text placeholder next to HTML: "your program cannot show this". */
const LEAST_PLAIN = 30;

/**
 * Parses the first 2 MB of a MIME message (RFC 5322, 2045 to 2049). Broken encodings, charsets and boundaries are read
 * as far as possible. Throws with a readable reason if the input isn't a message or is built to exhaust the parser.
 */
export function readMime(raw: Uint8Array | string): Promise<Message> {
  return readNested(typeof raw === "string" ? Buffer.from(raw) : raw, 0);
}

async function readNested(bytes: Uint8Array, depth: number): Promise<Message> {
  const options = { ...LIMITS_OF_MIME, forceRfc822Attachments: true };
  const email = await PostalMime.parse(readableMime(bytes, { withAttachments: false }), options);
  const lines = [...toLines(textOf(email)), ...(await attachedTo(email, depth))];
  if (email.headers.length === 0 && lines.every((line) => line.trim() === "")) throw new Error("It's empty");
  const headers = firstOfEach(email.headers);
  // A group of Google's sends in its own name, "Anna Schmidt via Sales".
  const before = readMailAddress(decodeWords(headers.get("x-original-from") ?? ""));
  const [from = before] = before.address === "" && email.from !== undefined ? mailboxes([email.from]) : [];
  return {
    from,
    to: mailboxes([...(email.to ?? []), ...(email.cc ?? [])]),
    replyTo: mailboxes(email.replyTo ?? [])[0] ?? null,
    subject: singleLine(email.subject ?? ""),
    // Use the raw date, because the parser interprets a date without a zone in the server's time zone.
    date: isoDate(email.headers.find(({ key }) => key === "date")?.value ?? ""),
    messageId: messageIdIn(email.messageId ?? ""),
    inReplyTo: messageIdIn(email.inReplyTo ?? ""),
    references: (email.references?.match(/<[^<>\s]{1,400}>/gu) ?? []).slice(-REFERENCES),
    headers,
    lines,
    partTypes: [...new Set(email.attachments.slice(0, ATTACHMENTS).map(({ mimeType }) => mimeType.toLowerCase()))],
    attachments: email.attachments.slice(0, ATTACHMENTS).map(({ filename }) => filename ?? ""),
  };
}

/**
 * A message forwarded as an attachment, in the form of one forwarded in the text. Reports and automatic replies return
 * the message they are about, and digests contain other people's.
 */
async function attachedTo({ attachments, headers }: Email, depth: number): Promise<string[]> {
  const value = (name: string): string => headers.find(({ key }) => key === name)?.value.toLowerCase() ?? "";
  const attached = attachments.find(({ mimeType }) => mimeType.toLowerCase() === "message/rfc822");
  const isForward =
    /^(?:multipart\/mixed|message\/rfc822)\b/u.test(value("content-type")) &&
    /^(?:no\b.*)?$/u.test(value("auto-submitted"));
  if (attached === undefined || !isForward || depth >= LIMITS_OF_MIME.maxRfc822NestingDepth) return [];
  const { content } = attached;
  const bytes = typeof content === "string" ? Buffer.from(content) : new Uint8Array(content);
  const message = await readNested(bytes, depth + 1).catch(() => null);
  if (message === null) return [];
  const { from, date, subject, to, lines } = message;
  const receivers = to.map(writtenAddress).join(", ");
  const header = [`From: ${writtenAddress(from)}`, `Date: ${date ?? ""}`, `Subject: ${subject}`, `To: ${receivers}`];
  return ["", "---------- Forwarded message ---------", ...header, "", ...lines];
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

/** Adds the angle brackets that RFC 5322 requires if a program omitted them. */
function messageIdIn(value: string): string {
  const id = /<[^<>\s]{1,400}>/u.exec(value)?.[0] ?? value.trim().split(/\s+/u)[0] ?? "";
  return id === "" || id.startsWith("<") ? id : `<${id.slice(0, 400)}>`;
}

function singleLine(text: string): string {
  return withoutUnseen(text.slice(0, 1_000))
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
}
