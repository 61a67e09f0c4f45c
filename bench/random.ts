/** Repeatable random numbers from 0 to 1 (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Distinct pronounceable words in random order. */
export function randomWords(count: number, random: () => number): string[] {
  return [...new Set(Array.from({ length: count }, () => wordOf(random)))];
}

export function anyOf(words: readonly string[], random: () => number): string {
  return words[Math.floor(random() * words.length)] ?? "";
}

/** Picks early words much more often, as in real language. */
export function pick(words: readonly string[], random: () => number): string {
  return words[Math.floor(random() ** 2 * words.length)] ?? "";
}

function wordOf(random: () => number): string {
  const letter = (letters: string): string => letters[Math.floor(random() * letters.length)] ?? "";
  const syllables = 2 + Math.floor(random() * 2.5);
  return Array.from(
    { length: syllables },
    () => letter("bcdfglmnprstvw") + letter("aeiou") + letter("nrst  ").trim(),
  ).join("");
}
