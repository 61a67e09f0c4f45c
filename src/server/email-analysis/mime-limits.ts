import { LIMITS } from "#shared/limits.ts";

/** What real messages stay far below; what is above is made to hurt. */
export const LIMITS_OF_MIME = { maxNestingDepth: 50, maxHeadersSize: 512_000, maxRfc822NestingDepth: 3 } as const;
const LINE_FEED = 10;
/** More than 2 MB of attachments have at the usual width. */
const MOST_LINES = 28_000;

/** The first 2 MB of a message, and so many lines of it as its parser can take: its time grows with their square. */
export function cutMime(bytes: Uint8Array): Uint8Array {
  const end = Math.min(bytes.byteLength, LIMITS.mailbox.messageBytes);
  if (end < MOST_LINES) return bytes;
  let lines = 0;
  for (let at = bytes.indexOf(LINE_FEED); at >= 0 && at < end; at = bytes.indexOf(LINE_FEED, at + 1)) {
    lines += 1;
    if (lines === MOST_LINES) return bytes.subarray(0, at);
  }
  return bytes.subarray(0, end);
}
