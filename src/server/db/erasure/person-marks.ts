/** Replaces an erased address in other people's records. */
const ERASED_MARK = "[erased]";

/**
 * Characters that would make the match part of a longer address, except the end of an escape in JSON (`\n`) or a form's
 * body (`%3D`).
 */
const BEFORE = String.raw`(?:(?<![\p{L}\p{N}._%+-])|(?<=\\[bfnrt])|(?<=%[0-9a-f]{2}))`;
const AFTER = String.raw`(?![\p{L}\p{N}-]|\.[\p{L}\p{N}])`;

/** Finds a person's addresses in text, however they are encoded. */
export function personMarks(addresses: readonly string[]) {
  const needles = new Set<string>();
  for (const address of addresses) {
    const lower = address.toLowerCase();
    // JSON escapes a quote or backslash in a quoted local part.
    for (const text of [lower, JSON.stringify(lower).slice(1, -1)]) needles.add(text).add(text.replace("@", "%40"));
  }
  const any = [...needles].map((needle) => RegExp.escape(needle)).join("|");
  const pattern = new RegExp(`${BEFORE}(?:${any})${AFTER}`, "giu");
  return {
    /** Lower-case prefilter: every text with an address contains one of these, but a match doesn't prove there is one. */
    needles: [...needles],
    /** Whether a text contains an address, and not only as part of a longer one. */
    isIn: (text: string): boolean => text.search(pattern) >= 0,
    /** Where the addresses in a text start. */
    places: (text: string): number[] => [...text.matchAll(pattern)].map(({ index }) => index),
    /** Replaces each address in a text with a mark. */
    erase: (text: string): string => text.replace(pattern, ERASED_MARK),
  };
}

export type PersonMarks = ReturnType<typeof personMarks>;
