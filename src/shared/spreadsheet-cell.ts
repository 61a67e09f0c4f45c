// Whitespace, invisible characters and quotes are skipped because some spreadsheets drop them before detecting a
// formula.
const SKIPPED = String.raw`\s\p{Cc}\p{Cf}"'\u0060\u2018\u2019\u201c\u201d`;
const STARTS_FORMULA = new RegExp(
  String.raw`^[${SKIPPED}]*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b]`,
  "u",
);

// Where spreadsheets split at semicolons, they read neither the commas nor the quotes of our files, so that a part of a
// cell after a semicolon or line break starts a cell. Lists with dashes and phone numbers there calculate nothing.
const MAY_START = String.raw`(?<=[;${SKIPPED}])`;
const FORMULA_INSIDE = String.raw`(?=[=@\uff1d\uff20\ufe66\ufe6b]|[+\-\uff0b\uff0d\ufe62\ufe63][^;\r\n]{0,200}?(?:\||\p{L}\())`;
const STARTS_PART = String.raw`(?<=[;\r\n][${SKIPPED}]*)`;
const INSIDE = new RegExp(MAY_START + FORMULA_INSIDE + STARTS_PART, "gu");
const ESCAPED_INSIDE = new RegExp(`${MAY_START}'${FORMULA_INSIDE}${STARTS_PART}`, "gu");

/** International phone numbers with 6 to 17 digits: no letter, cell reference or function fits. */
const PHONE = /^\+(?=(?:\D*\d){6,17}\D*$)\d[\d ()/-]*$/u;
/** A single number, or two numbers without an operator between them, which no spreadsheet can calculate. */
const NOT_CALCULABLE = /^\+\d+$|\d +\d|\d *\(/u;

/**
 * Escapes text for a spreadsheet cell: anything that could be read as a formula (starting with = + - @, their
 * full-width or small forms, a tab or a line break) gets a leading apostrophe, except for phone numbers that can't be
 * calculated; so do formulas after a semicolon or line break inside. `restoreCell` is the exact inverse.
 */
export function neutralizeCell(text: string): string {
  return neutralizeStart(text.replaceAll(INSIDE, "'"));
}

/** The same for text without semicolons and line breaks. */
export function neutralizeStart(text: string): string {
  return startsFormula(text) && !(PHONE.test(text) && NOT_CALCULABLE.test(text)) ? `'${text}` : text;
}

/** Writes a phone number that a spreadsheet would calculate, "+1-555-0134", with spaces; other text is unchanged. */
export function spacedPhone(text: string): string {
  return PHONE.test(text) && !NOT_CALCULABLE.test(text) ? text.replaceAll(/[ /-]+/gu, " ").trimEnd() : text;
}

/** Undoes `neutralizeCell`, but keeps apostrophes the author wrote. */
export function restoreCell(cell: string): string {
  if (!cell.includes("'")) return cell;
  const text = cell.charCodeAt(0) === 0x27 && startsFormula(cell.slice(1)) ? cell.slice(1) : cell;
  return text.replaceAll(ESCAPED_INSIDE, "");
}

function startsFormula(text: string): boolean {
  const first = text.charCodeAt(0);
  // Fast path: nearly every cell starts with a letter or digit, or is empty (NaN).
  if ((first >= 0x61 && first <= 0x7a) || (first >= 0x41 && first <= 0x5a) || (first >= 0x30 && first <= 0x39))
    return false;
  return first === first && STARTS_FORMULA.test(text);
}
