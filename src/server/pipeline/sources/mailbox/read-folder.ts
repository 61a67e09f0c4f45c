import type { FetchMessageObject, ImapFlow, ImapFlowError } from "imapflow";
import { DAY } from "#shared/durations.ts";
import { LIMITS } from "#shared/limits.ts";
import { requireConnected } from "#server/pipeline/sources/mailbox/require-connected.ts";

/** How far a folder has been read: every UID up to `lastUid`, while `uidValidity` is unchanged. */
export interface ReadMark {
  /** A different value means that all UIDs were reassigned (RFC 3501 section 2.3.1.1). */
  uidValidity: string;
  lastUid: number;
  /** RFC 7162 HIGHESTMODSEQ when the folder was last read to its end; null if the server has none. */
  modSeq: string | null;
  /** How far back the first read goes, ISO 8601, until it reaches the folder's end; null afterwards. */
  since: string | null;
}

/** A fetched message. */
export interface FetchedMessage {
  uid: number;
  receivedAt: Date | null;
  /** The message, truncated if very long. Null if it could not be fetched; see `problem`. */
  bytes: Uint8Array | null;
  problem: string | null;
}

/** A unit of storage: messages ordered by UID, and the read mark that includes them. */
export interface MessageBatch {
  messages: FetchedMessage[];
  /** How many of them were recognized by their headers alone. */
  knownIds: number;
  mark: ReadMark;
  /** The `since` of marks before the final one. */
  since: string | null;
  done: number;
  total: number;
}

/** Input for reading a folder, including state from earlier runs. */
export interface ReadRequest {
  folder: string;
  mark: ReadMark | null;
  /** How far back to read on the first read and after UIDs are reassigned. */
  since: Date;
  /** Whether other folders contain some of the same messages. */
  overlaps: boolean;
  /** Returns which messages need no fetch, given their Message-ID, From and Date headers; both keyed by UID. */
  known: (headers: ReadonlyMap<number, Uint8Array>) => Promise<ReadonlySet<number>>;
  /** Number of interrupted fetches per UID; the caller keeps it across connections. */
  breaks: Map<number, number>;
}

/** Maximum bytes per batch, which bounds memory regardless of message size. */
const BATCH_BYTES = 8_000_000;
/** A message fetched alone that interrupts reading this often is considered unreadable. */
const BREAKS_ALLOWED = 3;
const IDENTITY_HEADERS = ["message-id", "from", "date"];
const BROKEN = "The server couldn't deliver this message.";

/**
 * Reads new messages in a folder, oldest first, without flagging or moving anything (EXAMINE and BODY.PEEK). Yields
 * nothing if nothing is new. A batch's mark never goes past its messages, so storing both in one transaction loses
 * none; messages expunged in the meantime are skipped. Throws the client's error if the server refuses or disconnects:
 * a failed search is never treated as empty.
 */
export async function* readFolder(client: ImapFlow, request: ReadRequest): AsyncGenerator<MessageBatch> {
  const { folder, mark } = request;
  if (mark !== null && (await isUnchanged(client, folder, mark))) return;
  const opened = await client.mailboxOpen(folder, { readOnly: true });
  requireConnected(client, "SELECTED");
  const uidValidity = String(opened.uidValidity);
  const current = mark?.uidValidity === uidValidity ? mark : null;
  // Some servers refuse to search an empty folder.
  const since = current === null ? request.since.toISOString() : current.since;
  const uids = opened.exists === 0 ? [] : await newUids(client, current?.lastUid ?? 0, since);
  const end: ReadMark = {
    uidValidity,
    // UIDs below UIDNEXT that were not found don't exist, and are never reused (RFC 3501 section 2.3.1.1).
    lastUid: Math.max(current?.lastUid ?? 0, (opened.uidNext || 1) - 1, uids.at(-1) ?? 0),
    modSeq: opened.highestModseq === undefined ? null : String(opened.highestModseq),
    since: null,
  };
  // Fetching headers first only pays off if many messages are known.
  const isReread = mark !== null && current === null;
  const reading = { ...request, overlaps: request.overlaps || isReread };
  let done = 0;
  for (const range of rangesOf(uids, request.breaks)) {
    const isLast = range.at(-1) === uids.at(-1);
    for await (const part of readRange(client, range, reading)) {
      done += part.passed;
      const atEnd = isLast && part.lastUid === range.at(-1);
      const upTo = atEnd ? end : { uidValidity, lastUid: part.lastUid, modSeq: current?.modSeq ?? null, since };
      yield { messages: part.messages, knownIds: part.knownIds, mark: upTo, since, done, total: uids.length };
    }
  }
  if (uids.length === 0 && !isSame(current, end)) {
    yield { messages: [], knownIds: 0, mark: end, since, done: 0, total: 0 };
  }
}

/** Checks without opening the folder. Servers that don't report UIDNEXT are searched instead. */
async function isUnchanged(client: ImapFlow, folder: string, mark: ReadMark): Promise<boolean> {
  if (mark.since !== null) return false;
  const status = await client.status(folder, { uidNext: true, uidValidity: true });
  if (status === false) return false;
  return String(status.uidValidity) === mark.uidValidity && status.uidNext === mark.lastUid + 1;
}

/** UIDs above `lastUid`; during the first read, even a resumed one, only those received after `since`. */
async function newUids(client: ImapFlow, lastUid: number, since: string | null): Promise<number[]> {
  // SINCE compares dates in the server's time zone.
  const dayBefore = since === null ? null : new Date(Date.parse(since) - DAY);
  const query = { uid: `${lastUid + 1}:*`, ...(dayBefore !== null && { since: dayBefore }) };
  const found = await client.search(query, { uid: true });
  if (found === false || found === undefined) throw searchFailed();
  // `n:*` matches the last message even if n exceeds its UID (RFC 3501 section 6.4.8).
  return found.filter((uid) => uid > lastUid);
}

function searchFailed(): ImapFlowError {
  const error: ImapFlowError = new Error("The server couldn't search the folder");
  error.responseStatus = "NO";
  error.responseText = "The search for new messages failed.";
  return error;
}

/** UID ranges, one FETCH each; a message that interrupted reading gets its own range. */
function* rangesOf(uids: readonly number[], breaks: ReadonlyMap<number, number>): Generator<number[]> {
  let range: number[] = [];
  for (const uid of uids) {
    if (breaks.has(uid)) {
      if (range.length > 0) yield range;
      yield [uid];
      range = [];
    } else if (range.push(uid) === LIMITS.mailbox.batch) {
      yield range;
      range = [];
    }
  }
  if (range.length > 0) yield range;
}

interface RangePart {
  messages: FetchedMessage[];
  knownIds: number;
  /** How many messages of the range this part completes, and the last of them. */
  passed: number;
  lastUid: number;
}

async function* readRange(
  client: ImapFlow,
  range: readonly number[],
  { overlaps, known, breaks }: ReadRequest,
): AsyncGenerator<RangePart> {
  const last = range.at(-1) ?? 0;
  const [only = last] = range;
  if ((breaks.get(only) ?? 0) >= BREAKS_ALLOWED) {
    yield { messages: [unreadable(only, BROKEN)], knownIds: 0, passed: 1, lastUid: only };
    return;
  }
  const knownUids = overlaps ? await recognise(client, range, known) : new Set<number>();
  // UIDs still to come, in order; recognized and received ones are removed.
  const waiting = new Set(range.filter((uid) => !knownUids.has(uid)));
  let part: FetchedMessage[] = [];
  let passed = 0;
  let knownIds = knownUids.size;
  // Servers may respond out of order, so the read is complete only up to the first missing UID.
  const upToMissing = (next: number): RangePart | null => {
    const behind = range.indexOf(next);
    if (behind === passed) return null;
    const messages = inOrder(part.filter(({ uid }) => uid < next));
    const read = { messages, knownIds, passed: behind - passed, lastUid: range[behind - 1] ?? next - 1 };
    part = part.filter(({ uid }) => uid > next);
    [passed, knownIds] = [behind, 0];
    return read;
  };
  try {
    for await (const message of fetchAll(client, [...waiting])) {
      waiting.delete(message.uid);
      part.push(message);
      const [next] = waiting;
      if (next === undefined || bytesOf(part) < BATCH_BYTES) continue;
      const read = upToMissing(next);
      if (read !== null) yield read;
    }
  } catch (error) {
    const [stuck] = waiting;
    if (stuck !== undefined) {
      if (!isThrottled(error)) breaks.set(stuck, (breaks.get(stuck) ?? 0) + 1);
      const read = upToMissing(stuck);
      if (read !== null) yield read;
      throw error;
    }
  }
  yield { messages: inOrder(part), knownIds, passed: range.length - passed, lastUid: last };
}

/** Returns the UIDs recognized by their headers, which are far cheaper to fetch than whole messages. */
async function recognise(
  client: ImapFlow,
  range: readonly number[],
  known: ReadRequest["known"],
): Promise<ReadonlySet<number>> {
  const found = new Map<number, Uint8Array>();
  for await (const { uid, headers } of client.fetch(range.join(","), { headers: IDENTITY_HEADERS }, { uid: true })) {
    if (headers !== undefined) found.set(uid, headers);
  }
  requireConnected(client, "SELECTED");
  return known(found);
}

async function* fetchAll(client: ImapFlow, uids: readonly number[]): AsyncGenerator<FetchedMessage> {
  if (uids.length === 0) return;
  const wanted = new Set(uids);
  const query = { source: { start: 0, maxLength: LIMITS.mailbox.messageBytes }, internalDate: true };
  for await (const message of client.fetch(uids.join(","), query, { uid: true })) {
    // A response without content reports changed flags, or a message expunged in the meantime.
    if (!Buffer.isBuffer(message.source)) continue;
    // Servers may send a message more than once.
    if (wanted.delete(message.uid)) yield fetched(message, message.source);
  }
  requireConnected(client, "SELECTED");
}

function fetched(message: FetchMessageObject, source: Buffer): FetchedMessage {
  const date = message.internalDate === undefined ? null : new Date(message.internalDate);
  return {
    uid: message.uid,
    receivedAt: date !== null && Number.isNaN(date.getTime()) ? null : date,
    // Servers may send more than requested; copying frees the rest.
    bytes:
      source.length > LIMITS.mailbox.messageBytes
        ? Uint8Array.from(source.subarray(0, LIMITS.mailbox.messageBytes))
        : source,
    problem: null,
  };
}

function unreadable(uid: number, problem: string): FetchedMessage {
  return { uid, receivedAt: null, bytes: null, problem };
}

function inOrder(messages: FetchedMessage[]): FetchedMessage[] {
  return messages.toSorted((a, b) => a.uid - b.uid);
}

function bytesOf(messages: readonly FetchedMessage[]): number {
  return messages.reduce((sum, { bytes }) => sum + (bytes?.length ?? 0), 0);
}

/** The server is throttling this account, which says nothing about the message. */
function isThrottled(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ETHROTTLE";
}

function isSame(a: ReadMark | null, b: ReadMark): boolean {
  return (
    a !== null &&
    a.lastUid === b.lastUid &&
    a.modSeq === b.modSeq &&
    a.uidValidity === b.uidValidity &&
    a.since === b.since
  );
}
