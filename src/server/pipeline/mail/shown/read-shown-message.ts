import { cutWhole } from "#shared/text/cut-whole.ts";
import PostalMime, { type Address, type Attachment, type Email } from "postal-mime";
import { LIMITS } from "#shared/limits.ts";
import { htmlToText } from "#server/pipeline/mail/mime/html-text.ts";
import { LIMITS_OF_MIME } from "#server/pipeline/mail/mime/mime-limits.ts";
import { readableMime } from "#server/pipeline/mail/mime/readable-mime.ts";
import { safeHtml, type SafeHtml } from "#server/pipeline/mail/shown/safe-html.ts";

/** A message for display. */
export interface ShownMessage {
  /** Decoded, in the order in which mail programs show them. */
  headers: { name: string; value: string }[];
  /** Its plain text, or the text of its HTML. */
  text: string;
  /** Null if it has no HTML. */
  html: SafeHtml | null;
  /** Attachments that are not part of the HTML, with their names and the size that was received. */
  attachments: { name: string; type: string; bytes: number }[];
}

const HEADER_LENGTH = 2_000;
const RECEIVERS = 50;
const ATTACHMENTS = 100;
const PICTURE_BYTES = 2_000_000;
const PICTURE_TYPE = /^image\/(?:png|jpe?g|gif|webp)$/iu;

/**
 * Parses the first 2 MB of a MIME message for display. Throws with a readable reason if the input isn't a message or is
 * built to exhaust the parser.
 */
export async function readShownMessage(raw: Uint8Array): Promise<ShownMessage> {
  const email = await PostalMime.parse(readableMime(raw, { withAttachments: true }), LIMITS_OF_MIME);
  const { html = "", text = "" } = email;
  const pictures = picturesOf(email);
  const said = text.trim() === "" ? htmlToText(html) : text;
  return {
    headers: headersOf(email),
    text: cutWhole(said, LIMITS.mailbox.shownLength).toWellFormed(),
    html: html.trim() === "" ? null : safeHtml(html.toWellFormed(), pictures),
    attachments: email.attachments
      .filter(({ contentId }) => contentId === undefined || !pictures.has(bareId(contentId)))
      .slice(0, ATTACHMENTS)
      .map((file) => ({
        name: oneLine(file.filename ?? ""),
        type: oneLine(file.mimeType).toLowerCase(),
        bytes: bytesOf(file).byteLength,
      })),
  };
}

function headersOf(email: Email): ShownMessage["headers"] {
  const written = (key: string): string => email.headers.find((header) => header.key === key)?.value ?? "";
  return [
    { name: "From", value: addresses(email.from === undefined ? [] : [email.from]) },
    { name: "Sender", value: addresses(email.sender === undefined ? [] : [email.sender]) },
    { name: "Reply-To", value: addresses(email.replyTo ?? []) },
    { name: "To", value: addresses(email.to ?? []) },
    { name: "Cc", value: addresses(email.cc ?? []) },
    { name: "Date", value: written("date") },
    { name: "Subject", value: email.subject ?? "" },
    { name: "Message-ID", value: written("message-id") },
  ]
    .map(({ name, value }) => ({ name, value: oneLine(value) }))
    .filter(({ value }) => value !== "");
}

/** Always includes the address, because the sender can choose any name. */
function addresses(list: readonly Address[]): string {
  return list
    .flatMap((one) => one.group ?? [one])
    .slice(0, RECEIVERS)
    .map(({ name, address }) => (name === "" ? address : `${name} <${address}>`))
    .join(", ");
}

/** Data URLs by Content-ID, up to a total size. */
function picturesOf({ attachments }: Email): Map<string, string> {
  const pictures = new Map<string, string>();
  let room = PICTURE_BYTES;
  for (const file of attachments) {
    const bytes = bytesOf(file);
    if (file.contentId === undefined || !PICTURE_TYPE.test(file.mimeType) || bytes.byteLength > room) continue;
    room -= bytes.byteLength;
    pictures.set(bareId(file.contentId), `data:${file.mimeType.toLowerCase()};base64,${bytes.toString("base64")}`);
  }
  return pictures;
}

function bytesOf({ content }: Attachment): Buffer {
  return typeof content === "string" ? Buffer.from(content) : Buffer.from(content as ArrayBuffer);
}

function bareId(contentId: string): string {
  return contentId.trim().replace(/^<(.*)>$/u, "$1");
}

function oneLine(text: string): string {
  return text
    .slice(0, HEADER_LENGTH)
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .toWellFormed();
}
