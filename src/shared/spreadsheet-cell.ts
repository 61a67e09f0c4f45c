// White space, invisible characters and quotes are skipped: some spreadsheets drop them before they look for a formula.
const STARTS_FORMULA =
  /^[\s\p{Cc}\p{Cf}"'`\u2018\u2019\u201c\u201d]*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b]/u;

/**
 * Makes a text safe to open as a spreadsheet cell: what a spreadsheet could take for a formula (a text that starts
 * with = + - @, their full-width or small forms, tab or a line break) gets an apostrophe in front, which makes it
 * plain text. Anything else stays as it is. `restoreCell` is the exact inverse.
 */
export function neutraliseCell(text: string): string {
  return startsFormula(text) ? `'${text}` : text;
}

/** Takes back what `neutraliseCell` did, and leaves an apostrophe that a person wrote. */
export function restoreCell(cell: string): string {
  return cell.charCodeAt(0) === 0x27 && startsFormula(cell.slice(1)) ? cell.slice(1) : cell;
}

function startsFormula(text: string): boolean {
  const first = text.charCodeAt(0);
  // Letters and digits, with which nearly every cell begins, and nothing at all (NaN).
  if ((first >= 0x61 && first <= 0x7a) || (first >= 0x41 && first <= 0x5a) || (first >= 0x30 && first <= 0x39))
    return false;
  return first === first && STARTS_FORMULA.test(text);
}
