/** Sort keys are cut to this many characters; a database index can't hold much longer ones. */
const SORT_KEY_LENGTH = 64;

/**
 * Folds text for search and sorting: ignores case and accents, turns any whitespace into one space and drops invisible
 * characters. Done here so that both engines agree.
 */
export function foldText(text: string): string {
  if (/^[\t-\r\x20-\x7e]*$/u.test(text)) {
    return text
      .toLowerCase()
      .replace(/[\t-\r]\s*| \s+/gu, " ")
      .trim();
  }
  return (
    text
      .normalize("NFKD")
      // Upper-casing first unifies ß and ss, and characters that Unicode lower-cases to themselves.
      .toUpperCase()
      .toLowerCase()
      .normalize("NFKD")
      .replaceAll("ς", "σ")
      // Tabs and line breaks are both whitespace and control characters, so whitespace is replaced first.
      .replace(/\s/gu, " ")
      .replace(/[\p{M}\p{C}]/gu, "")
      .replace(/ +/gu, " ")
      .trim()
  );
}

/** The key that sorts a list by this text. */
export function sortKeyOf(text: string): string {
  return foldText(text)
    .slice(0, SORT_KEY_LENGTH)
    .replace(/[\ud800-\udbff]$/, "");
}
