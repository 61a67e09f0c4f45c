import { writtenAddress } from "#server/pipeline/mail/contact/mail-address.ts";
import { contentKeyOf, hashKey, messageKeyOf } from "#server/pipeline/mail/mime/message-key.ts";
import { readMime } from "#server/pipeline/mail/mime/read-mime.ts";

/** The stored properties that identify an analyzed message. */
export interface StoredMessage {
  messageKey: string;
  from: string;
  subject: string;
}

/** Whether the bytes are the stored message. The Message-ID alone proves nothing, since anyone can copy one. */
export async function isSameMessage(raw: Uint8Array, { messageKey, from, subject }: StoredMessage): Promise<boolean> {
  try {
    const message = await readMime(raw);
    if (messageKey === contentKeyOf(message)) return true;
    const isWrittenAlike =
      (message.subject === "" || message.subject === subject) &&
      (message.from.address === "" || writtenAddress(message.from) === from);
    return isWrittenAlike && messageKey === messageKeyOf(message);
  } catch {
    // Unreadable messages have a key too.
    return messageKey === hashKey(raw);
  }
}
