import { plainSigns } from "#shared/text/plain-signs.ts";

/** Sort keys are cut to this many characters; a database index can't hold much longer ones. */
const SORT_KEY_LENGTH = 64;

/** Letters that have no accent to remove, as people type them on keyboards without them. */
const TYPED_AS: Record<string, string> = { ø: "o", ł: "l", đ: "d", ð: "d", ħ: "h", ŧ: "t", æ: "ae", œ: "oe", þ: "th" };
/** Persian letters, and those that Arabic keyboards and texts use for each other. */
const ARABIC: Record<string, string> = { ک: "ك", ی: "ي", ى: "ي", ة: "ه", ـ: "" };
const OTHER_LETTER = new RegExp(`[${Object.keys({ ...TYPED_AS, ...ARABIC }).join("")}]`, "gu");

/**
 * Folds text for search and sorting: ignores case and accents, turns any whitespace into one space, drops invisible
 * characters, and replaces letters, digits, quotes and dashes by those on other keyboards. Done here so that both engines
 * agree.
 */
export function foldText(text: string): string {
  if (/^[\t-\r\x20-\x7e]*$/u.test(text)) {
    return text
      .toLowerCase()
      .replace(/[\t-\r]\s*| \s+/gu, " ")
      .trim();
  }
  const folded = text
    .normalize("NFKD")
    // Upper-casing unifies ß and ss, and characters that Unicode lower-cases to themselves; ẞ has no upper case.
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll("ς", "σ")
    // Tabs and line breaks are both whitespace and control characters, so whitespace is replaced first.
    .replace(/\s/gu, " ")
    .replace(/[\p{M}\p{C}]/gu, "");
  return plainSigns(folded)
    .replace(OTHER_LETTER, (letter) => TYPED_AS[letter] ?? ARABIC[letter] ?? letter)
    .replace(/ +/gu, " ")
    .trim();
}

/** The key that sorts a list by this text. */
export function sortKeyOf(text: string): string {
  return foldText(text)
    .slice(0, SORT_KEY_LENGTH)
    .replace(/[\ud800-\udbff]$/, "");
}
