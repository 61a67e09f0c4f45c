import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { Transform } from "node:stream";
import { damagedBackup, unreadableBackup } from "#server/features/backups/file/backup-errors.ts";

/** A zstd frame that decompressors skip (RFC 8878, 3.1.2): magic number, length and our content. */
const MAGIC = 0x184d2a57;
const HEADER_BYTES = 8;
const LENGTH_BYTES = 8;
const HASH_BYTES = 32;
const SEAL_BYTES = HEADER_BYTES + LENGTH_BYTES + HASH_BYTES;

/** Passes compressed bytes through and appends a seal with their length and SHA-256. */
export function sealing(): Transform {
  const sha256 = createHash("sha256");
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sha256.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
    flush(done) {
      const seal = Buffer.alloc(SEAL_BYTES - HASH_BYTES);
      seal.writeUInt32LE(MAGIC, 0);
      seal.writeUInt32LE(LENGTH_BYTES + HASH_BYTES, 4);
      seal.writeBigUInt64LE(BigInt(bytes), HEADER_BYTES);
      done(null, Buffer.concat([seal, sha256.digest()]));
    },
  });
}

/**
 * The compressed length and SHA-256 from a backup's seal. Throws backup_unreadable, and backup_damaged if the file was
 * truncated, extended or isn't a backup.
 */
export async function packedBytes(path: string): Promise<{ bytes: number; sha256: Buffer }> {
  const { size, seal } = await readEnd(path);
  const isSeal =
    seal.length === SEAL_BYTES && seal.readUInt32LE(0) === MAGIC && seal.readUInt32LE(4) === SEAL_BYTES - HEADER_BYTES;
  const bytes = isSeal ? Number(seal.readBigUInt64LE(HEADER_BYTES)) : 0;
  if (!isSeal || bytes !== size - SEAL_BYTES) throw damagedBackup(path, "it doesn't end like a backup");
  return { bytes, sha256: seal.subarray(SEAL_BYTES - HASH_BYTES) };
}

/** Reads a whole backup. Throws backup_damaged if any byte changed, and like `packedBytes`. */
export async function checkSeal(path: string, signal: AbortSignal): Promise<void> {
  const { bytes, sha256 } = await packedBytes(path);
  const read = createHash("sha256");
  try {
    const file = createReadStream(path, { end: bytes - 1, signal });
    for await (const chunk of file as AsyncIterable<Buffer>) read.update(chunk);
  } catch (error) {
    signal.throwIfAborted();
    throw unreadableBackup(path, error);
  }
  if (!read.digest().equals(sha256)) throw damagedBackup(path, "it was changed");
}

async function readEnd(path: string): Promise<{ size: number; seal: Buffer }> {
  try {
    const handle = await open(path, "r");
    try {
      const { size } = await handle.stat();
      const start = Math.max(0, size - SEAL_BYTES);
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(SEAL_BYTES), 0, SEAL_BYTES, start);
      return { size, seal: buffer.subarray(0, bytesRead) };
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw unreadableBackup(path, error);
  }
}
