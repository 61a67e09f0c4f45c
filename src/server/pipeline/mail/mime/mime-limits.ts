import { LIMITS } from "#shared/limits.ts";

/** Far above what real messages need; anything beyond is an attack. */
export const LIMITS_OF_MIME = { maxNestingDepth: 50, maxHeadersSize: 200_000, maxRfc822NestingDepth: 3 } as const;
/** Maximum parts to read; the rest are ignored. */
export const MOST_PARTS = 1_000;
/** Maximum lines of a text part. People read far fewer, and the parser's time grows with their square. */
export const MOST_TEXT_LINES = 10_000;
/** More lines than 2 MB of attachments have at the usual line length. */
export const MOST_LINES = 28_000;
const LINE_FEED = 10;

/** The first 2 MB of a message. */
export function cutBytes(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(0, LIMITS.mailbox.messageBytes);
}

/** The first `most` lines. */
export function cutLines(bytes: Uint8Array, most: number): Uint8Array {
  if (bytes.byteLength < most) return bytes;
  let lines = 0;
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) {
    lines += 1;
    if (lines === most) return bytes.subarray(0, at + 1);
  }
  return bytes;
}
