/** Numbers from 0 up to but without 1, in an order that the seed decides. */
export type Random = () => number;

/** The same seed always gives the same numbers: FNV-1a turns the text into 32 bits, mulberry32 goes on from there. */
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

/** One of the list, each as likely as the other. Throws for an empty list. */
export function pick<T>(random: Random, list: readonly T[]): T {
  if (list.length === 0) throw new Error("There is nothing to pick from.");
  // Inside the list, because random() stays below 1.
  return list[Math.floor(random() * list.length)] as T;
}

/** A whole number from `least` to `most`, both included. */
export function between(random: Random, least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1));
}
