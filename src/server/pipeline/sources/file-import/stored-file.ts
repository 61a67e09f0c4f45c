/** Size of each stored part in bytes; only the last may be smaller. */
export const PART_BYTES = 262_144;

/** A file stored in parts that can be read individually. */
export interface StoredFile {
  name: string;
  bytes: number;
  /** Returns the part at offset `part` × PART_BYTES. Rejects if it no longer exists. */
  part(part: number): Promise<Uint8Array>;
}

/** Yields the file's bytes from `start` up to `end`, in parts. */
export async function* bytesOf(file: StoredFile, start = 0, end = file.bytes): AsyncGenerator<Uint8Array> {
  for (let at = start; at < end;) {
    const part = Math.floor(at / PART_BYTES);
    const from = at - part * PART_BYTES;
    const piece = (await file.part(part)).subarray(from, Math.min(PART_BYTES, from + end - at));
    if (piece.length === 0) return;
    yield piece;
    at += piece.length;
  }
}

/** Returns the first `bytes` of a file, or the whole file if it is shorter. */
export async function beginningOf(file: StoredFile, bytes: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytesOf(file, 0, Math.min(bytes, file.bytes))) pieces.push(piece);
  return Buffer.concat(pieces);
}
