/** Invisible characters, except joiners inside words of scripts that need them. Some of them reorder the text. */
const UNSEEN = /(?!(?<=[^\0-\u007f])[\u200c\u200d](?=[^\0-\u007f]))[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
const FULL_WIDTH = /[\uff01-\uff5e]/gu;
const QUOTE = /[‘’‚‛ʼ′´׳]/gu;
const DOUBLE_QUOTE = /[“”„‟″״«»「」]/gu;
const DASH = /[\u2010-\u2015\u2212\ufe63]/gu;
const DIGIT = /\p{Nd}/gu;

/**
 * Digits and punctuation as typed on a US keyboard, for texts that are compared or read as values: full-width and
 * Arabic digits, typographic quotes and dashes and unusual spaces become their ASCII forms, and invisible characters are
 * removed. Letters stay as they are.
 */
export function plainSigns(text: string): string {
  if (/^[\0-\u007f]*$/u.test(text)) return text;
  return text
    .replace(UNSEEN, "")
    .replace(/\s/gu, (space) => (space > "\u007f" ? " " : space))
    .replace(FULL_WIDTH, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(QUOTE, "'")
    .replace(DOUBLE_QUOTE, '"')
    .replace(DASH, "-")
    .replace(DIGIT, asciiDigit);
}

/** What makes two names the same: width, case, spaces and invisible characters don't matter. */
export function nameKey(name: string): string {
  const plain = plainSigns(name.normalize("NFKC")).replaceAll(/\s+/gu, " ").trim();
  // "İ" becomes "i" and a separate dot.
  return plain.toLowerCase().replaceAll("i\u0307", "i");
}

/** Digits that aren't forms of the ASCII ones are in blocks of ten that begin at a multiple of 16, or 6 after one. */
function asciiDigit(digit: string): string {
  const plain = digit.normalize("NFKC");
  if (plain <= "9") return plain;
  const code = digit.codePointAt(0) ?? 0;
  const start = code & ~0xf;
  const isFromStart = /\p{Nd}/u.test(String.fromCodePoint(start));
  return String(code - start - (isFromStart ? 0 : 6));
}
