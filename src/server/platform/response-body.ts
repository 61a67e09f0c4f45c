import { promisify } from "node:util";
import { brotliDecompress, constants, gunzip, inflate, inflateRaw, zstdDecompress } from "node:zlib";
import type { FetchFailure } from "#server/platform/fetch-failure.ts";

/** More chained codings than this is an attack, not a page. */
const CODINGS = 3;
/** The largest window of a coding (RFC 9659): 8 MB. */
const ZSTD_WINDOW_LOG = 23;

type Decode = (body: Buffer, most: number) => Promise<Buffer>;

// Flushes in the middle, so that a truncated answer still yields what has arrived.
const finishFlush = constants.Z_SYNC_FLUSH;
const [gunzipped, inflated, rawInflated] = [promisify(gunzip), promisify(inflate), promisify(inflateRaw)];
const [unbrotlied, unzstd] = [promisify(brotliDecompress), promisify(zstdDecompress)];

const gzip: Decode = (body, most) => gunzipped(body, { maxOutputLength: most, finishFlush });
const DECODERS: Readonly<Record<string, Decode>> = {
  gzip,
  "x-gzip": gzip,
  // Some servers send the bare format (RFC 9110, 8.4.1.2): zlib's begins with 8 in the low bits.
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
 * Reads a body of at most `most` bytes over the wire. Rejects when the stream does; resolves to null and stops reading
 * if there is more.
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
 * Undoes the codings of a Content-Encoding header, the last one first. Stops as soon as the result exceeds `most`
 * bytes, however little came over the wire.
 */
export async function unpack(body: Buffer, contentEncoding: string, most: number): Promise<Buffer | FetchFailure> {
  const codings = contentEncoding
    .toLowerCase()
    .split(",")
    .map((coding) => coding.trim())
    .filter((coding) => coding !== "" && coding !== "identity");
  if (codings.length > CODINGS) return { kind: "broken", reason: "The response is compressed too many times." };
  let unpacked = body;
  for (const coding of codings.toReversed()) {
    const decode = DECODERS[coding];
    if (decode === undefined)
      return { kind: "broken", reason: `The response has an unsupported encoding (${coding}).` };
    if (unpacked.length === 0) break;
    try {
      unpacked = await decode(unpacked, most);
    } catch (error) {
      if (error instanceof RangeError || (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") {
        return { kind: "too_big", reason: tooBig(most) };
      }
      return { kind: "broken", reason: "The response's compression is damaged." };
    }
  }
  return unpacked;
}

/** The error for an answer with more bytes than the limit. */
export function tooBig(most: number): string {
  const limit = most < 1_000_000 ? `${Math.round(most / 1_000)} kB` : `${Math.round(most / 1_000_000)} MB`;
  return `It's larger than ${limit}, so it was skipped.`;
}
