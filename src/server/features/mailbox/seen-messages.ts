import type { AnalyzedEmail } from "#server/pipeline/mail/analyze-email.ts";
import type { MailboxStore } from "#server/db/sources/mailbox.ts";
import type { ProcessedEmailRecord } from "#server/db/sources/processed-emails.ts";
import type { MailMessage } from "#server/pipeline/mail/mail-message.ts";
import { sharedMailReader } from "#server/pipeline/mail/mime/mail-reader.ts";
import type { Workspace } from "#server/workspace.ts";

/**
 * Which messages of a folder are already stored, based on their headers alone (by UID). An unrecognized one may still
 * be known, which only the whole message shows.
 */
export async function recognizeHeaders(
  { store }: Pick<Workspace, "store">,
  mailbox: string,
  headers: ReadonlyMap<number, Uint8Array>,
): Promise<Set<number>> {
  const uids = [...headers.keys()];
  const heads = await sharedMailReader.heads([...headers.values()]);
  // Messages without a readable header can't be recognized.
  const read = heads.flatMap((head, at) =>
    head === null || head.messageId === "" ? [] : [{ ...head, uid: uids[at] ?? 0 }],
  );
  const seen = await store.mailbox.seen(
    mailbox,
    read.map(({ messageId }) => messageId),
  );
  const known = read.filter(({ messageId, from, date }) => {
    const stored = seen.get(messageId);
    return stored !== undefined && stored.from === from && stored.date === date;
  });
  return new Set(known.map(({ uid }) => uid));
}

/**
 * The messages that aren't stored yet, each once. A Message-ID proves nothing: some programs reuse theirs, and anyone
 * can copy another's. Such a message gets a key of its content.
 */
export async function firstSeen(
  { store }: Pick<Workspace, "store">,
  mailbox: string,
  messages: readonly MailMessage[],
): Promise<MailMessage[]> {
  const known = await store.mailbox.seen(mailbox, messages.map(keyOf));
  const fresh = new Map<string, MailMessage>();
  const others: MailMessage[] = [];
  for (const message of messages) {
    const { messageKey, analyzed } = message;
    const earlier = fresh.get(messageKey);
    if (earlier === undefined && !known.has(messageKey)) fresh.set(messageKey, message);
    else if (analyzed !== null) {
      const isOther =
        earlier === undefined
          ? await isNotStored(store.mailbox, mailbox, analyzed)
          : isAnother(analyzed, earlier.analyzed);
      if (isOther) others.push(underContentKey(message, analyzed));
    }
  }
  const knownToo = others.length === 0 ? new Map() : await store.mailbox.seen(mailbox, others.map(keyOf));
  for (const other of others) if (!knownToo.has(other.messageKey)) fresh.set(other.messageKey, other);
  return [...fresh.values()];
}

/** A pasted message under the key that distinguishes it from others with the same Message-ID. */
export async function withOwnKey(
  { store }: Pick<Workspace, "store">,
  mailbox: string,
  analyzed: AnalyzedEmail,
): Promise<AnalyzedEmail> {
  const isOther = await isNotStored(store.mailbox, mailbox, analyzed);
  return isOther ? { ...analyzed, messageKey: analyzed.contentKey } : analyzed;
}

async function isNotStored(store: MailboxStore, mailbox: string, analyzed: AnalyzedEmail): Promise<boolean> {
  const stored = await store.emailByKey(mailbox, analyzed.messageKey);
  return stored !== null && stored.analysis !== null && isAnother(analyzed, comparedMessageOf(stored, stored.analysis));
}

type ComparedMessage = Pick<AnalyzedEmail, "from" | "date"> & { analysis: Pick<AnalyzedEmail["analysis"], "text"> };

function comparedMessageOf(
  { from, date }: ProcessedEmailRecord,
  analysis: ComparedMessage["analysis"],
): ComparedMessage {
  return { from, date, analysis };
}

/**
 * A copy delivered another way, such as through a mailing list, has the same date, though a footer may have been added.
 */
function isAnother(message: ComparedMessage, earlier: ComparedMessage | null): boolean {
  if (earlier === null) return false;
  return (
    message.from !== earlier.from || (message.date !== earlier.date && message.analysis.text !== earlier.analysis.text)
  );
}

function underContentKey(message: MailMessage, analyzed: AnalyzedEmail): MailMessage {
  const messageKey = analyzed.contentKey;
  return { ...message, messageKey, analyzed: { ...analyzed, messageKey } };
}

function keyOf({ messageKey }: MailMessage): string {
  return messageKey;
}
