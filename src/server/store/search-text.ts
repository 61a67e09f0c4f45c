/** Sort keys are compared this far; a database index cannot hold much longer ones. */
const SORT_KEY_LENGTH = 64;

/**
 * Text as it is searched and sorted: case and accents do not count, any white space is one space, and what cannot be
 * seen is gone. The same on both engines, because it is made here.
 */
export function foldText(text: string): string {
  if (/^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/u.test(text)) return text.toLowerCase();
  return (
    text
      .normalize("NFKD")
      // Upper case first makes one spelling of ß and ss, and of the letters that Unicode lower-cases to themselves.
      .toUpperCase()
      .toLowerCase()
      .normalize("NFKD")
      .replaceAll("ς", "σ")
      // Tabs and line breaks are white space, and not to be seen, too.
      .replace(/\s/gu, " ")
      .replace(/[\p{M}\p{C}]/gu, "")
      .replace(/ +/gu, " ")
      .trim()
  );
}

/** What a search looks through. The line breaks keep a match inside one field. */
export function searchTextOf(lead: { name: string; email: string; company: string }): string {
  return `${foldText(lead.name)}\n${foldText(lead.email)}\n${foldText(lead.company)}`;
}

/** What a list sorted by this text is ordered by. */
export function sortKeyOf(text: string): string {
  return foldText(text)
    .slice(0, SORT_KEY_LENGTH)
    .replace(/[\ud800-\udbff]$/, "");
}
