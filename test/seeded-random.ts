/** Numbers from 0 up to but not including 1, in an order set by the seed. */
export type Random = () => number;

/** Equal seeds give equal numbers: FNV-1a turns the text into 32 bits, which seed mulberry32. */
export function seededRandom(seed: string): Random {
  let state = 0x811c9dc5;
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A random item of the list, uniformly. Throws for an empty list. */
export function pick<T>(random: Random, list: readonly T[]): T {
  if (list.length === 0) throw new Error("There is nothing to pick from.");
  // In range, because random() stays below 1.
  return list[Math.floor(random() * list.length)] as T;
}

/** An integer from `least` to `most`, both included. */
export function between(random: Random, least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1));
}
