import { writtenAddress } from "#server/email-analysis/mail-address.ts";
import { readMime } from "#server/email-analysis/read-mime.ts";
import type { AnalysedEmail } from "#server/email-analysis/analyse-email.ts";
import type { MailboxStore, ProcessedEmailRecord } from "#server/store/mailbox-types.ts";
import type { MailMessage } from "#server/workflows/mail/mail-message.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/**
 * Which messages of a folder have been stored, told by their headers alone (by UID). What is not recognised may still be
 * known, which only the whole message tells.
 */
export async function recogniseHeaders(
  { store }: Pick<Workspace, "store">,
  mailbox: string,
  headers: ReadonlyMap<number, Uint8Array>,
): Promise<Set<number>> {
  const read: { uid: number; id: string; from: string; date: string | null }[] = [];
  for (const [uid, bytes] of headers) {
    // What has no header that can be read is recognised by nothing.
    const message = await readMime(bytes).catch(() => null);
    if (message === null || message.messageId === "") continue;
    read.push({ uid, id: message.messageId, from: writtenAddress(message.from), date: message.date });
  }
  const seen = await store.mailbox.seen(
    mailbox,
    read.map(({ id }) => id),
  );
  const known = read.filter(({ id, from, date }) => {
    const stored = seen.get(id);
    return stored !== undefined && stored.from === from && stored.date === date;
  });
  return new Set(known.map(({ uid }) => uid));
}

/**
 * Those messages that have not been stored, each once. A Message-ID is no proof that two are the same: some programs give
 * all of theirs the same one, and anybody can write that of another's. Such a message goes under a key of its content.
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
    const { messageKey, analysed } = message;
    const earlier = fresh.get(messageKey);
    if (earlier === undefined && !known.has(messageKey)) fresh.set(messageKey, message);
    else if (analysed !== null) {
      const isOther =
        earlier === undefined
          ? await isNotStored(store.mailbox, mailbox, analysed)
          : isAnother(analysed, earlier.analysed);
      if (isOther) others.push(underContentKey(message, analysed));
    }
  }
  const knownToo = others.length === 0 ? new Map() : await store.mailbox.seen(mailbox, others.map(keyOf));
  for (const other of others) if (!knownToo.has(other.messageKey)) fresh.set(other.messageKey, other);
  return [...fresh.values()];
}

/** A pasted message under the key by which it is told from another that came with the same Message-ID. */
export async function withOwnKey(
  { store }: Pick<Workspace, "store">,
  mailbox: string,
  analysed: AnalysedEmail,
): Promise<AnalysedEmail> {
  const isOther = await isNotStored(store.mailbox, mailbox, analysed);
  return isOther ? { ...analysed, messageKey: analysed.contentKey } : analysed;
}

async function isNotStored(store: MailboxStore, mailbox: string, analysed: AnalysedEmail): Promise<boolean> {
  const stored = await store.emailByKey(mailbox, analysed.messageKey);
  return stored !== null && stored.analysis !== null && isAnother(analysed, toldBy(stored, stored.analysis));
}

type Told = Pick<AnalysedEmail, "from" | "date"> & { kept: Pick<AnalysedEmail["kept"], "text"> };

function toldBy({ from, date }: ProcessedEmailRecord, kept: Told["kept"]): Told {
  return { from, date, kept };
}

/** A copy that came another way, as over a mailing list, has the same date though its text may have grown a footer. */
function isAnother(message: Told, earlier: Told | null): boolean {
  if (earlier === null) return false;
  return message.from !== earlier.from || (message.date !== earlier.date && message.kept.text !== earlier.kept.text);
}

function underContentKey(message: MailMessage, analysed: AnalysedEmail): MailMessage {
  const messageKey = analysed.contentKey;
  return { ...message, messageKey, analysed: { ...analysed, messageKey } };
}

function keyOf({ messageKey }: MailMessage): string {
  return messageKey;
}
