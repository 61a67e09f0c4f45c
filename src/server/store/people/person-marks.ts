/** What stands where an erased address was, in records of others. */
const ERASED_MARK = "[erased]";

/** How a person's addresses are found in text, however the text writes them. */
export interface PersonMarks {
  /** Lower-case texts of which one is in every text with an address; not each text with one has an address. */
  readonly needles: readonly string[];
  /** Whether an address stands in a text, and not only at the end or the beginning of another one. */
  isIn(text: string): boolean;
  /** Where the addresses in a text begin. */
  places(text: string): number[];
  /** The text with a mark in the place of each. */
  erase(text: string): string;
}

/** Letters that an address would go on with, but for those of an escape in JSON (`\n`) or in a form's body (`%3D`). */
const BEFORE = String.raw`(?:(?<![\p{L}\p{N}._%+-])|(?<=\\[bfnrt])|(?<=%[0-9a-f]{2}))`;
const AFTER = String.raw`(?![\p{L}\p{N}-]|\.[\p{L}\p{N}])`;

/** Marks of these addresses, each as it is written and in its normal form. */
export function personMarks(addresses: readonly string[]): PersonMarks {
  const needles = new Set<string>();
  for (const address of addresses) {
    const lower = address.toLowerCase();
    // In JSON a quote or a backslash of a quoted local part stands behind a backslash.
    for (const text of [lower, JSON.stringify(lower).slice(1, -1)]) needles.add(text).add(text.replace("@", "%40"));
  }
  const any = [...needles].map((needle) => RegExp.escape(needle)).join("|");
  const pattern = new RegExp(`${BEFORE}(?:${any})${AFTER}`, "giu");
  return {
    needles: [...needles],
    isIn: (text) => text.search(pattern) >= 0,
    places: (text) => [...text.matchAll(pattern)].map(({ index }) => index),
    erase: (text) => text.replace(pattern, ERASED_MARK),
  };
}
