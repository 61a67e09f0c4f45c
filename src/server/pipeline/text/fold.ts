/**
 * Lower-cases a text and removes accents, the form used by word lists: "Müller-Łuczak" → "muller-łuczak". Two other
 * folds deliberately go further: `db/leads/search-text.ts`, whose result is stored, and the one that preserves
 * character positions, `intake/keywords/fold-character.ts`.
 */
export function fold(text: string): string {
  return /^[\u0020-\u007e]*$/u.test(text)
    ? text.toLowerCase()
    : text
        .normalize("NFKD")
        .replace(/\p{M}+/gu, "")
        .normalize("NFKC")
        .toLowerCase();
}

/** Parses a whitespace-separated list into a set of folded words. */
export function foldedWords(list: string): ReadonlySet<string> {
  return new Set(
    list
      .split(/\s+/u)
      .filter((word) => word !== "")
      .map(fold),
  );
}

/**
 * Trims trailing characters (UTF-16 units) that match `edge`, a single-character class. Linear in the number of
 * characters removed. A pattern such as /[,;]+$/ rescans every run inside the text from each of its characters, which
 * hostile pages exploit.
 */
export function withoutEnding(text: string, edge: RegExp): string {
  let end = text.length;
  while (end > 0 && edge.test(text[end - 1] ?? "")) end -= 1;
  return text.slice(0, end);
}
