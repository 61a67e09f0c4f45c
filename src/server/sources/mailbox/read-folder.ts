import type { FetchMessageObject, ImapFlow, ImapFlowError } from "imapflow";
import { LIMITS } from "#shared/limits.ts";
import { requireStanding } from "#server/sources/mailbox/standing.ts";

/** How far a folder has been read: all with a UID up to `lastUid`, for as long as `uidValidity` stays. */
export interface ReadMark {
  /** RFC 3501 section 2.3.1.1: another value means that all UIDs were dealt out anew. */
  uidValidity: string;
  lastUid: number;
  /** RFC 7162 HIGHESTMODSEQ when the folder was last read to its end; null where the server has none. */
  modSeq: string | null;
  /** How far back the first look goes, ISO 8601, until that has reached the folder's end; null from then on. */
  since: string | null;
}

/** A message as fetched. */
export interface FetchedMessage {
  uid: number;
  receivedAt: Date | null;
  /** All of it, or the beginning of a very long one. Null when it could not be fetched, which `problem` tells. */
  bytes: Uint8Array | null;
  problem: string | null;
}

/** What is stored together: messages in the order of their UIDs, and where the folder is read up to with them. */
export interface MessageBatch {
  messages: FetchedMessage[];
  /** Those of them that were recognised by their headers alone. */
  knownIds: number;
  mark: ReadMark;
  /** The `since` of a mark before the batch's last message. */
  since: string | null;
  done: number;
  total: number;
}

/** What reading a folder needs to know of the runs before. */
export interface ReadRequest {
  folder: string;
  mark: ReadMark | null;
  /** How far the first look goes back, and that after the UIDs were dealt out anew. */
  since: Date;
  /** Whether other folders hold some of the same messages. */
  overlaps: boolean;
  /** Which messages need not be fetched, by their headers that tell Message-ID, writer and date; both by UID. */
  known: (headers: ReadonlyMap<number, Uint8Array>) => Promise<ReadonlySet<number>>;
  /** How often reading broke off at a message, by UID; kept by the caller over several connections. */
  breaks: Map<number, number>;
}

/** One batch holds no more than this, so that memory stays bounded whatever the messages' size. */
const BATCH_BYTES = 8_000_000;
/** A message at which reading broke off so often, though it was asked for alone, is what breaks it. */
const BREAKS_ALLOWED = 3;
const TELLING_HEADERS = ["message-id", "from", "date"];
const BROKEN = "The server could not hand out this message.";
const DAY_MILLISECONDS = 86_400_000;

/**
 * Reads what is new in a folder, oldest first, without marking or moving anything (EXAMINE and BODY.PEEK). Yields nothing
 * when there is nothing new. A batch's mark covers only messages in it or before, so whoever stores both together loses
 * none; what was expunged meanwhile is passed by. Throws the client's error when the server refuses or breaks off: a
 * search that failed is never taken for one that found nothing.
 */
export async function* readFolder(client: ImapFlow, request: ReadRequest): AsyncGenerator<MessageBatch> {
  const { folder, mark } = request;
  if (mark !== null && (await isUnchanged(client, folder, mark))) return;
  const opened = await client.mailboxOpen(folder, { readOnly: true });
  requireStanding(client, "SELECTED");
  const uidValidity = String(opened.uidValidity);
  const current = mark?.uidValidity === uidValidity ? mark : null;
  // Some servers refuse to search a folder without messages.
  const since = current === null ? request.since.toISOString() : current.since;
  const uids = opened.exists === 0 ? [] : await newUids(client, current?.lastUid ?? 0, since);
  const end: ReadMark = {
    uidValidity,
    // UIDs below UIDNEXT that were not found do not exist, and no later message can get them (RFC 3501 section 2.3.1.1).
    lastUid: Math.max(current?.lastUid ?? 0, (opened.uidNext || 1) - 1, uids.at(-1) ?? 0),
    modSeq: opened.highestModseq === undefined ? null : String(opened.highestModseq),
    since: null,
  };
  // Asking for the headers first only pays where many are known.
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

/** Asks without opening the folder; servers that do not tell UIDNEXT are asked by search instead. */
async function isUnchanged(client: ImapFlow, folder: string, mark: ReadMark): Promise<boolean> {
  if (mark.since !== null) return false;
  const status = await client.status(folder, { uidNext: true, uidValidity: true });
  if (status === false) return false;
  return String(status.uidValidity) === mark.uidValidity && status.uidNext === mark.lastUid + 1;
}

/** The UIDs above `lastUid`; of a first look, which may have been broken off, only those of messages that came since. */
async function newUids(client: ImapFlow, lastUid: number, since: string | null): Promise<number[]> {
  // SINCE compares days of the server's own time zone.
  const dayBefore = since === null ? null : new Date(Date.parse(since) - DAY_MILLISECONDS);
  const query = { uid: `${lastUid + 1}:*`, ...(dayBefore !== null && { since: dayBefore }) };
  const found = await client.search(query, { uid: true });
  if (found === false || found === undefined) throw searchFailed();
  // `n:*` also finds the last message when n is higher than its UID (RFC 3501 section 6.4.8).
  return found.filter((uid) => uid > lastUid);
}

function searchFailed(): ImapFlowError {
  const error: ImapFlowError = new Error("The server could not search the folder");
  error.responseStatus = "NO";
  error.responseText = "The search for new messages failed.";
  return error;
}

/** Ranges for one FETCH each; a message at which reading broke off gets its own. */
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
  /** How many of the range are behind with this part, and the last of them. */
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
  // Those still to come, in order; what is recognised or has come is behind.
  const waiting = new Set(range.filter((uid) => !knownUids.has(uid)));
  let part: FetchedMessage[] = [];
  let passed = 0;
  let knownIds = knownUids.size;
  // A server may answer out of order: only up to the first that is still missing has all been read.
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

/** The messages that are known by their headers, by UID; asking for those alone is far cheaper than for all. */
async function recognise(
  client: ImapFlow,
  range: readonly number[],
  known: ReadRequest["known"],
): Promise<ReadonlySet<number>> {
  const found = new Map<number, Uint8Array>();
  for await (const { uid, headers } of client.fetch(range.join(","), { headers: TELLING_HEADERS }, { uid: true })) {
    if (headers !== undefined) found.set(uid, headers);
  }
  requireStanding(client, "SELECTED");
  return known(found);
}

async function* fetchAll(client: ImapFlow, uids: readonly number[]): AsyncGenerator<FetchedMessage> {
  if (uids.length === 0) return;
  const wanted = new Set(uids);
  const query = { source: { start: 0, maxLength: LIMITS.mailbox.messageBytes }, internalDate: true };
  for await (const message of client.fetch(uids.join(","), query, { uid: true })) {
    // What holds no text tells of changed flags, or that the message was expunged meanwhile.
    if (!Buffer.isBuffer(message.source)) continue;
    // Each once, however often the server sends it.
    if (wanted.delete(message.uid)) yield fetched(message, message.source);
  }
  requireStanding(client, "SELECTED");
}

function fetched(message: FetchMessageObject, source: Buffer): FetchedMessage {
  const date = message.internalDate === undefined ? null : new Date(message.internalDate);
  return {
    uid: message.uid,
    receivedAt: date !== null && Number.isNaN(date.getTime()) ? null : date,
    // A server may send more than it was asked for; a copy, so that the rest is let go of.
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

/** The server is only slowing this account down, which says nothing about the message. */
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
