import { createHash } from "node:crypto";
import type { Message } from "#server/pipeline/mail/mime/message.ts";

/** In bytes: RFC 5322 (2.1.1) limits lines to 998, and the key has to fit into an index. */
const LONGEST_ID = 998;

/** The Message-ID in angle brackets, or `sha256:` and a hash of other identifying content; at most 998 bytes. */
export function messageKeyOf(message: Message): string {
  const { messageId } = message;
  if (messageId === "") return contentKeyOf(message);
  return Buffer.byteLength(messageId) <= LONGEST_ID ? messageId : hashKey(messageId);
}

/** Identifies a message by sender, date, subject and text, ignoring white space changes in transit. */
export function contentKeyOf({ from, date, subject, lines }: Message): string {
  const text = lines.join(" ").replace(/\s+/gu, " ").trim();
  return hashKey([from.address.toLowerCase(), date ?? "", subject, text].join("\n"));
}

/** Key for content that is unreadable or too long to be a key. */
export function hashKey(content: Uint8Array | string): string {
  return `sha256:${createHash("sha256").update(content).digest("hex")}`;
}
