import { PART_BYTES, type StoredFile } from "#server/pipeline/sources/file-import/stored-file.ts";

/** Bytes as a file in the form the store keeps. */
export function storedFileOf(content: string | Buffer, name = "leads.csv"): StoredFile {
  const bytes = Buffer.from(content);
  return {
    name,
    bytes: bytes.length,
    part: async (part) => bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES),
  };
}
