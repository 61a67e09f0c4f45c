import { promisify } from "node:util";
import { brotliDecompress, constants, gunzip, inflate, inflateRaw, zstdDecompress } from "node:zlib";
import type { FetchFailure } from "#server/platform/fetch-failure.ts";

/** A chain of more codings than this is a trick, not a page. */
const CODINGS = 3;
/** What a coding's window may take (RFC 9659): 8 MB. */
const ZSTD_WINDOW_LOG = 23;

type Decode = (body: Buffer, most: number) => Promise<Buffer>;

// A flush in the middle, so that an answer cut short still gives what has come.
const finishFlush = constants.Z_SYNC_FLUSH;
const [gunzipped, inflated, rawInflated] = [promisify(gunzip), promisify(inflate), promisify(inflateRaw)];
const [unbrotlied, unzstd] = [promisify(brotliDecompress), promisify(zstdDecompress)];

const gzip: Decode = (body, most) => gunzipped(body, { maxOutputLength: most, finishFlush });
const DECODERS: Readonly<Record<string, Decode>> = {
  gzip,
  "x-gzip": gzip,
  // Some servers mean the bare format by it (RFC 9110, 8.4.1.2): zlib's begins with 8 in the low bits.
  deflate: (body, most) =>
    ((body[0] ?? 0) & 0x0f) === 8
      ? inflated(body, { maxOutputLength: most, finishFlush })
      : rawInflated(body, { maxOutputLength: most, finishFlush }),
  br: (body, most) => unbrotlied(body, { maxOutputLength: most }),
  zstd: (body, most) =>
    unzstd(body, { maxOutputLength: most, params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG } }),
};

export const ACCEPTED_CODINGS = "gzip, deflate, br, zstd";

/**
 * Reads a body of at most `most` bytes as it comes over the wire. Rejects with what the stream rejects with; null when
 * there is more, and then no more is read.
 */
export async function readBytes(
  body: AsyncIterable<Buffer> & { destroy(error?: Error): unknown },
  most: number,
): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > most) return null;
    chunks.push(chunk);
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, length);
}

/**
 * Undoes the codings of a Content-Encoding header, the last one first. What would become longer than `most` bytes is
 * given up while it is unpacked, however little came over the wire.
 */
export async function unpack(body: Buffer, contentEncoding: string, most: number): Promise<Buffer | FetchFailure> {
  const codings = contentEncoding
    .toLowerCase()
    .split(",")
    .map((coding) => coding.trim())
    .filter((coding) => coding !== "" && coding !== "identity");
  if (codings.length > CODINGS) return { kind: "broken", reason: "The answer is packed too many times over." };
  let unpacked = body;
  for (const coding of codings.toReversed()) {
    const decode = DECODERS[coding];
    if (decode === undefined)
      return { kind: "broken", reason: `The answer is packed in a way nobody asked for (${coding}).` };
    if (unpacked.length === 0) break;
    try {
      unpacked = await decode(unpacked, most);
    } catch (error) {
      if (error instanceof RangeError || (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") {
        return { kind: "too_big", reason: tooBig(most) };
      }
      return { kind: "broken", reason: "The answer is packed wrongly and cannot be read." };
    }
  }
  return unpacked;
}

/** What is said of an answer with more than so many bytes. */
export function tooBig(most: number): string {
  return `It is larger than ${Math.round(most / 1_000_000)} MB, so it was not read.`;
}
