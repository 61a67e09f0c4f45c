import { createHash } from "node:crypto";
import { toStored } from "#server/db/engine/stored-text.ts";

/** PostgreSQL's B-tree rejects entries larger than a third of a page: 2,704 bytes for all columns together. */
const MOST_BYTES = 2_000;

/** Makes an index key from text of any length: the text itself, or a hash when it is too long. */
export function indexKey(text: string): string {
  if (Buffer.byteLength(toStored(text)) <= MOST_BYTES) return text;
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}

/** Maps index keys back to their texts, to identify which text a found key belongs to. */
export function byIndexKey(texts: readonly string[]): Map<string, string> {
  return new Map(texts.map((text) => [indexKey(text), text]));
}
