import { createHash } from "node:crypto";
import { toStored } from "#server/store/stored-text.ts";

/** PostgreSQL's B-tree refuses an entry of more than a third of a page, 2,704 bytes with all of its columns. */
const MOST_BYTES = 2_000;

/** Text of any length as a key that an index can hold: itself, or a hash of it where it is too long. */
export function indexKey(text: string): string {
  if (Buffer.byteLength(toStored(text)) <= MOST_BYTES) return text;
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}

/** Texts by the keys that stand for them, to tell which of them a key that was found is. */
export function byIndexKey(texts: readonly string[]): Map<string, string> {
  return new Map(texts.map((text) => [indexKey(text), text]));
}
