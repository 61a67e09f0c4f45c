/** How large the pieces are in which a file is kept; only the last may be smaller. */
export const PART_BYTES = 262_144;

/** A file as it is kept: in pieces, each of which can be asked for. */
export interface StoredFile {
  name: string;
  bytes: number;
  /** The piece that begins at `part` × PART_BYTES. Rejects when it is gone. */
  part(part: number): Promise<Uint8Array>;
}

/** The file's bytes from `start` up to `end`, a piece at a time. */
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

/** The first `bytes` of a file, or all of it. */
export async function beginningOf(file: StoredFile, bytes: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytesOf(file, 0, Math.min(bytes, file.bytes))) pieces.push(piece);
  return Buffer.concat(pieces);
}
