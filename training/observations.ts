import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { featuresOf, kindOf, LOUDNESS } from "#server/pipeline/mail/model/features.ts";
import { hashOf } from "#server/pipeline/mail/model/hash.ts";
import type { ModelInput } from "#server/pipeline/mail/model/text-model.ts";

/** Where a real message comes from and its label. Its text is not in this repository. */
export interface Origin {
  /** Where to find it. */
  source: string;
  /** Its repository, list or mailbox; never split between training and test. */
  group: string;
  /** The kind of collection, such as `threads` or `ordinary`. */
  set: string;
  lang: string;
  isLead: boolean;
  /** Its weight in training. */
  weight: number;
}

/** Whether a set holds posts from mailing lists, newsgroups and forums. */
export function isListed(set: string): boolean {
  return /^(?:lists|inbox)(?:-part)?$/u.test(set);
}

/** Whether a set holds mail that practically never is an inquiry. */
export function isPlainMail(set: string): boolean {
  return /^(?:mail|ordinary)(?:-part)?$/u.test(set);
}

/** Whether a message says who wrote it; only its set is stored. */
export function hasSender({ set }: Pick<Origin, "set">): boolean {
  return isListed(set) || isPlainMail(set);
}

/** A message's features: hashed names and values. */
export interface Row {
  hashes: Uint32Array;
  values: Float64Array;
}

export interface Observed {
  origin: Origin;
  row: Row;
}

const INDEX = "observations.jsonl";
const FEATURES = "observations.br";
const EMAIL = join(import.meta.dirname, "email");
const TENTHS = 10;
/** Header features are learned only from a mailbox's corrections. */
const HEADER_KINDS = new Set(["header", "from"]);

/** The features that the shipped model may learn from. */
export function rowOf(input: ModelInput): Row {
  const features = [...featuresOf(input)].filter(([name]) => !HEADER_KINDS.has(kindOf(name)));
  return {
    hashes: Uint32Array.from(features, ([name]) => hashOf(name)),
    values: Float64Array.from(features, ([, value]) => value),
  };
}

/** A stored message: its feature hashes, and the factor that evens out its length. */
interface Stored {
  origin: Origin;
  factor: number;
  hashes: number[];
}

/** The real messages stored in a folder. */
export function readObservations(folder = EMAIL): Observed[] {
  const { messages, loudness } = readStored(folder);
  return messages.map(({ origin, factor, hashes }) => ({
    origin,
    row: {
      hashes: Uint32Array.from(hashes),
      values: Float64Array.from(hashes, (hash) => (factor * (loudness.get(hash) ?? 0)) / TENTHS),
    },
  }));
}

/** The stored messages, and each feature's loudness in tenths by its hash. */
function readStored(folder: string): { messages: Stored[]; loudness: Map<number, number> } {
  const origins = readFileSync(join(folder, INDEX), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Origin);
  const bytes = brotliDecompressSync(readFileSync(join(folder, FEATURES)));
  let at = 0;
  const size = bytes.readUInt32LE(at);
  at += 4;
  const known = new Uint32Array(size);
  const loudness = new Map<number, number>();
  for (let index = 0; index < size; index += 1, at += 5) {
    known[index] = bytes.readUInt32LE(at);
    loudness.set(known[index] ?? 0, bytes[at + 4] ?? 0);
  }
  const varint = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at] ?? 0;
      at += 1;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const messages = origins.map((origin): Stored => {
    const factor = bytes.readFloatLE(at);
    at += 4;
    let index = 0;
    const hashes = Array.from({ length: varint() }, () => known[(index += varint())] ?? 0);
    return { origin, factor, hashes };
  });
  return { messages, loudness };
}

/**
 * Adds messages to the stored ones, replacing those with the same set and source. Features are stored if they occur in at
 * least `leastGroups` groups.
 */
export function storeObservations(
  messages: readonly { origin: Origin; input: ModelInput }[],
  leastGroups: number,
  folder = EMAIL,
): void {
  const { messages: stored, loudness } = readStored(folder);
  const keyOf = ({ set, source }: Origin): string => `${set} ${source}`;
  const read = messages.map(({ origin, input }): Stored => {
    const features = [...featuresOf(input)].filter(([name]) => !HEADER_KINDS.has(kindOf(name)));
    const [first] = features;
    const factor = first === undefined ? 1 : first[1] / LOUDNESS[kindOf(first[0])];
    for (const [name] of features) loudness.set(hashOf(name), Math.round(TENTHS * LOUDNESS[kindOf(name)]));
    return { origin, factor, hashes: features.map(([name]) => hashOf(name)) };
  });
  const reread = new Set(read.map(({ origin }) => keyOf(origin)));
  const all = [...stored.filter(({ origin }) => !reread.has(keyOf(origin))), ...read];
  const seen = new Map<number, { groups: Set<string>; count: number }>();
  for (const { origin, hashes } of all) {
    for (const hash of hashes) {
      let known = seen.get(hash);
      if (!known) seen.set(hash, (known = { groups: new Set(), count: 0 }));
      known.count += 1;
      if (known.groups.size < leastGroups) known.groups.add(origin.group);
    }
  }
  const kept = [...seen]
    .filter(([, { groups }]) => groups.size >= leastGroups)
    .toSorted(([one, { count }], [other, { count: others }]) => others - count || one - other);
  const indices = new Map(kept.map(([hash], index) => [hash, index]));
  const chunks: Buffer[] = [];
  const head = Buffer.alloc(4 + 5 * kept.length);
  head.writeUInt32LE(kept.length);
  for (const [index, [hash]] of kept.entries()) {
    head.writeUInt32LE(hash, 4 + 5 * index);
    head.writeUInt8(loudness.get(hash) ?? 0, 8 + 5 * index);
  }
  chunks.push(head);
  for (const { factor, hashes } of all) {
    const own = hashes.flatMap((hash) => indices.get(hash) ?? []).toSorted((one, other) => one - other);
    const start = Buffer.alloc(4);
    start.writeFloatLE(factor);
    const bytes: number[] = [];
    let last = 0;
    for (const value of [own.length, ...own.map((index) => -last + (last = index))]) {
      let rest = value;
      for (; rest >= 0x80; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
      bytes.push(rest);
    }
    chunks.push(start, Buffer.from(bytes));
  }
  writeFileSync(join(folder, INDEX), `${all.map(({ origin }) => JSON.stringify(origin)).join("\n")}\n`);
  writeFileSync(
    join(folder, FEATURES),
    brotliCompressSync(Buffer.concat(chunks), {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
    }),
  );
}
