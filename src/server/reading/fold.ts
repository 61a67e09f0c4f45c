/** Lower case without accents, the form in which word lists are kept: "Müller-Łuczak" → "muller-łuczak". */
export function fold(text: string): string {
  return /^[\u0020-\u007e]*$/u.test(text)
    ? text.toLowerCase()
    : text
        .normalize("NFKD")
        .replace(/\p{M}+/gu, "")
        .normalize("NFKC")
        .toLowerCase();
}

/** A set of folded words out of a list separated by white space. */
export function foldedWords(list: string): ReadonlySet<string> {
  return new Set(
    list
      .split(/\s+/u)
      .filter((word) => word !== "")
      .map(fold),
  );
}
