import type { ImapFlow } from "imapflow";
import { LIMITS } from "#shared/limits.ts";
import { requireConnected } from "#server/pipeline/sources/mailbox/require-connected.ts";

/** Identifies a message read earlier. UIDs can be reassigned and Message-IDs are not unique, so both are used. */
export interface MessageWanted {
  folder: string;
  /** The UID it had; null if unknown. */
  uid: number | null;
  /** Includes the angle brackets; empty if the message has none. */
  messageId: string;
  isIt: (bytes: Uint8Array) => Promise<boolean>;
}

const MOST_LIKE_IT = 5;
/** Message-IDs that every server's RFC 3501 search can handle. */
const SEARCHABLE = /^<[!-~]{1,400}>$/u;

/**
 * Fetches one message again, up to its first 2 MB, by its UID or else its Message-ID. Sets no flags (EXAMINE and
 * BODY.PEEK). Null if the folder no longer contains it. Throws the client's error.
 */
export async function findMessage(client: ImapFlow, wanted: MessageWanted): Promise<Uint8Array | null> {
  await client.mailboxOpen(wanted.folder, { readOnly: true });
  requireConnected(client, "SELECTED");
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
  requireConnected(client, "SELECTED");
  const source = message === false ? undefined : message?.source;
  if (source === undefined) return null;
  const bytes = source.subarray(0, LIMITS.mailbox.messageBytes);
  return (await isIt(bytes)) ? bytes : null;
}
