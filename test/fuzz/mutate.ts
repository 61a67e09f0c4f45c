import { between, pick, type Random } from "#test/seeded-random.ts";
import { wordList } from "#test/fuzz/corpus.ts";

/** Likely to be misread in any format: broken UTF-8, NUL, lone surrogates in WTF-8, marks, and numbers at the edge. */
const BYTES: readonly Buffer[] = wordList(
  "00¦ff¦fe¦c0af¦e08080¦eda080¦edbfbf¦f4908080¦efbbbf¦fffe¦feff¦0d0a¦0a¦0d",
  "f09f918d¦cc81¦e280ae¦e280a8¦c2a0¦efbfbe¦1b5b¦80¦22¦27¦5c¦25¦7f¦1a",
).map((hex) => Buffer.from(hex, "hex"));
const NUMBERS = [
  "0",
  "-1",
  "9007199254740993",
  "2147483648",
  "1e309",
  "-0",
  "NaN",
  "0x7fffffff",
  "99999999999999999999",
];
const MOST_STEPS = 6;
const LONGEST_UNIT = 12;
const DEEPEST = 2_000;
/** One in this many inputs repeats something up to the target's limit. */
const HUGE_ONCE_IN = 200;

interface MutationSource {
  seeds: readonly Buffer[];
  dictionary: readonly string[];
  longest: number;
}

type Mutation = (input: Buffer, random: Random, source: MutationSource) => Buffer;

const MUTATIONS: readonly Mutation[] = [
  function flipBits(input, random) {
    const flipped = Buffer.from(input);
    for (let left = between(random, 1, 8); left > 0 && flipped.length > 0; left -= 1) {
      const at = between(random, 0, flipped.length - 1);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << between(random, 0, 7));
    }
    return flipped;
  },
  function truncate(input, random) {
    const at = between(random, 0, input.length);
    return random() < 0.7 ? input.subarray(0, at) : input.subarray(at);
  },
  function cutOut(input, random) {
    const [start, end] = stretchOf(input, random);
    return Buffer.concat([input.subarray(0, start), input.subarray(end)]);
  },
  function duplicate(input, random) {
    const [start, end] = stretchOf(input, random);
    return insertAt(input, end, input.subarray(start, end));
  },
  function move(input, random) {
    const [start, end] = stretchOf(input, random);
    const rest = Buffer.concat([input.subarray(0, start), input.subarray(end)]);
    return insertAt(rest, between(random, 0, rest.length), input.subarray(start, end));
  },
  function insertWord(input, random, { dictionary }) {
    return insertAt(input, between(random, 0, input.length), Buffer.from(pick(random, dictionary)));
  },
  function replaceByWord(input, random, { dictionary }) {
    const [start, end] = stretchOf(input, random);
    const word = Buffer.from(pick(random, dictionary));
    return Buffer.concat([input.subarray(0, start), word, input.subarray(end)]);
  },
  function insertBytes(input, random) {
    return insertAt(input, between(random, 0, input.length), pick(random, BYTES));
  },
  function replaceNumber(input, random) {
    const text = input.toString("latin1");
    const numbers = [...text.matchAll(/\d+/gu)];
    if (numbers.length === 0) return input;
    const { 0: found, index } = pick(random, numbers);
    return Buffer.from(text.slice(0, index) + pick(random, NUMBERS) + text.slice(index + found.length), "latin1");
  },
  function repeat(input, random, { dictionary, longest }) {
    const most = random() < 1 / HUGE_ONCE_IN ? longest : 2_000;
    const unit = random() < 0.5 ? Buffer.from(pick(random, dictionary)) : unitOf(input, random);
    if (unit.length === 0) return input;
    const times = Math.max(1, Math.floor(most / unit.length));
    return insertAt(input, between(random, 0, input.length), Buffer.alloc(unit.length * times, unit));
  },
  function nest(input, random, { dictionary }) {
    const [before, after] = [Buffer.from(pick(random, dictionary)), Buffer.from(pick(random, dictionary))];
    const depth = between(random, 1, random() < 1 / HUGE_ONCE_IN ? DEEPEST : 60);
    return Buffer.concat([
      Buffer.alloc(before.length * depth, before),
      input,
      Buffer.alloc(after.length * depth, after),
    ]);
  },
  function changeJson(input, random) {
    const value = jsonOf(input);
    return value === undefined ? input : Buffer.from(JSON.stringify(changedJson(value, random)));
  },
  function splice(input, random, { seeds }) {
    const other = pick(random, seeds);
    const ours = input.subarray(0, between(random, 0, input.length));
    return Buffer.concat([ours, other.subarray(between(random, 0, other.length))]);
  },
];

/**
 * Creates an input from one of a target's seeds, changed in one to six steps. The same numbers give the same input.
 * `Buffer.alloc` with an empty word fills nothing, so empty dictionary words are harmless.
 */
export function mutate(random: Random, source: MutationSource): Buffer {
  let input = pick(random, source.seeds);
  for (let left = between(random, 1, MOST_STEPS); left > 0; left -= 1) {
    input = pick(random, MUTATIONS)(input, random, source).subarray(0, source.longest);
  }
  return input;
}

function jsonOf(input: Buffer): unknown {
  if (input[0] !== 0x7b && input[0] !== 0x5b) return undefined;
  try {
    return JSON.parse(input.toString()) as unknown;
  } catch {
    return undefined;
  }
}

/** JSON with one change: another type, another's place, removed, duplicated, or one level deeper. */
export function changedJson(value: unknown, random: Random, whole = value): unknown {
  const entries = typeof value === "object" && value !== null ? Object.entries(value) : [];
  if (entries.length === 0 || random() < 0.2) {
    return pick<unknown>(random, [
      null,
      [],
      {},
      "",
      0,
      true,
      "\ud83d",
      "\0",
      1e21,
      [value],
      { value },
      [value, value],
      whole,
    ]);
  }
  const [name, inner] = pick(random, entries);
  const rest = entries.filter(([other]) => other !== name || random() < 0.5);
  const changed = [...rest, [random() < 0.9 ? name : "__proto__", changedJson(inner, random, whole)] as const];
  return Array.isArray(value) ? changed.map(([, item]) => item) : Object.fromEntries(changed);
}

/** Mostly short stretches: they break one thing at a time. */
function stretchOf(input: Buffer, random: Random): [start: number, end: number] {
  const start = between(random, 0, input.length);
  return [start, Math.min(input.length, start + Math.floor(input.length * random() ** 4) + 1)];
}

function unitOf(input: Buffer, random: Random): Buffer {
  const start = between(random, 0, input.length);
  return input.subarray(start, start + between(random, 1, LONGEST_UNIT));
}

function insertAt(input: Buffer, at: number, more: Buffer): Buffer {
  return Buffer.concat([input.subarray(0, at), more, input.subarray(at)]);
}
