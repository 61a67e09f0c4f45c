import { createHash } from "node:crypto";
import type { Message } from "#server/email-analysis/message.ts";

/** In bytes: RFC 5322 (2.1.1) allows no line beyond 998, and what is made of the key has to fit into an index. */
const LONGEST_ID = 998;

/** Message-ID with its brackets, or `sha256:` and a hash of what else tells the message; never longer than 998 bytes. */
export function messageKeyOf(message: Message): string {
  const { messageId } = message;
  if (messageId === "") return contentKeyOf(message);
  return Buffer.byteLength(messageId) <= LONGEST_ID ? messageId : hashKey(messageId);
}

/** The same words of the same writer are the same message, however white space was changed on the way. */
export function contentKeyOf({ from, date, subject, lines }: Message): string {
  const text = lines.join(" ").replace(/\s+/gu, " ").trim();
  return hashKey([from.address.toLowerCase(), date ?? "", subject, text].join("\n"));
}

/** Of what cannot be read, or is too long for a key. */
export function hashKey(content: Uint8Array | string): string {
  return `sha256:${createHash("sha256").update(content).digest("hex")}`;
}
