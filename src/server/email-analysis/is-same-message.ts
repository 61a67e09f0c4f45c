import { writtenAddress } from "#server/email-analysis/mail-address.ts";
import { contentKeyOf, hashKey, messageKeyOf } from "#server/email-analysis/message-key.ts";
import { readMime } from "#server/email-analysis/read-mime.ts";

/** What is stored of an analysed message that tells it from others. */
interface StoredMessage {
  messageKey: string;
  from: string;
  subject: string;
}

/** Whether these bytes are that message. Its Message-ID alone is no proof: anybody can write that of another's. */
export async function isSameMessage(raw: Uint8Array, { messageKey, from, subject }: StoredMessage): Promise<boolean> {
  try {
    const message = await readMime(raw);
    if (messageKey === contentKeyOf(message)) return true;
    const isWrittenAlike =
      (message.subject === "" || message.subject === subject) &&
      (message.from.address === "" || writtenAddress(message.from) === from);
    return isWrittenAlike && messageKey === messageKeyOf(message);
  } catch {
    // What cannot be read has a key all the same.
    return messageKey === hashKey(raw);
  }
}
