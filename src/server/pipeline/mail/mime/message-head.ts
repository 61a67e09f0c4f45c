import { writtenAddress } from "#server/pipeline/mail/contact/mail-address.ts";
import { readMime } from "#server/pipeline/mail/mime/read-mime.ts";

/** The headers that identify a message. */
export interface MessageHead {
  /** In angle brackets; empty if missing. */
  messageId: string;
  /** As in the header, "Anna Schmidt <anna@acme.de>". */
  from: string;
  /** ISO 8601 in UTC; null without a valid date. */
  date: string | null;
}

/** Returns null if the header can't be read. */
export async function readHead(headers: Uint8Array): Promise<MessageHead | null> {
  const message = await readMime(headers).catch(() => null);
  return message && { messageId: message.messageId, from: writtenAddress(message.from), date: message.date };
}
