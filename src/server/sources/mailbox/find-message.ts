import type { ImapFlow } from "imapflow";
import { LIMITS } from "#shared/limits.ts";
import { requireStanding } from "#server/sources/mailbox/standing.ts";

/** A message that was read before, and how to recognise it: UIDs are dealt out anew, and Message-IDs are not unique. */
export interface MessageWanted {
  folder: string;
  /** Where it stood; null when that is not known. */
  uid: number | null;
  /** With its angle brackets; empty for one without. */
  messageId: string;
  isIt: (bytes: Uint8Array) => Promise<boolean>;
}

const MOST_LIKE_IT = 5;
/** What a search can ask for in every server's reading of RFC 3501. */
const SEARCHABLE = /^<[!-~]{1,400}>$/u;

/**
 * Reads one message again, the first 2 MB of it, without marking anything (EXAMINE and BODY.PEEK): where it stood, or
 * else by its Message-ID. Null when the folder does not hold it any more. Throws the client's error.
 */
export async function findMessage(client: ImapFlow, wanted: MessageWanted): Promise<Uint8Array | null> {
  await client.mailboxOpen(wanted.folder, { readOnly: true });
  requireStanding(client, "SELECTED");
  const there = wanted.uid === null ? null : await fetchIf(client, wanted.uid, wanted.isIt);
  if (there !== null || !SEARCHABLE.test(wanted.messageId)) return there;
  const found = await client.search({ header: { "message-id": wanted.messageId } }, { uid: true });
  for (const uid of (found || []).slice(0, MOST_LIKE_IT)) {
    const moved = await fetchIf(client, uid, wanted.isIt);
    if (moved !== null) return moved;
  }
  return null;
}

async function fetchIf(client: ImapFlow, uid: number, isIt: MessageWanted["isIt"]): Promise<Uint8Array | null> {
  const query = { source: { start: 0, maxLength: LIMITS.mailbox.messageBytes } };
  const message = await client.fetchOne(String(uid), query, { uid: true });
  requireStanding(client, "SELECTED");
  const source = message === false ? undefined : message?.source;
  if (source === undefined) return null;
  const bytes = source.subarray(0, LIMITS.mailbox.messageBytes);
  return (await isIt(bytes)) ? bytes : null;
}
