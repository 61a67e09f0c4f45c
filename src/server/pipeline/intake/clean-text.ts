import { cutWhole } from "#shared/text/cut-whole.ts";

/** Soft hyphens, zero-width spaces, and what changes the direction of text. */
const COPIED_ALONG = /[\u00ad\u180e\u200b\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/gu;
const DIRECTION_MARK = /[\u061c\u200e\u200f]/gu;
const RIGHT_TO_LEFT = /[\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}\p{sc=Adlam}]/u;

/**
 * Removes invisible characters that come along when text is copied. Joiners and variants of emoji and names stay, and so
 * do marks in right-to-left text, where they place punctuation.
 */
function withoutUnseen(text: string): string {
  if (/^[\0-\u007f]*$/u.test(text)) return text;
  const seen = text.replace(COPIED_ALONG, "");
  return RIGHT_TO_LEFT.test(seen) ? seen : seen.replace(DIRECTION_MARK, "");
}

/**
 * Reduces a text to one line: control characters become spaces, white space is collapsed and trimmed, and what is
 * invisible is removed.
 */
export function singleLine(text: string, maxLength: number): string {
  return cutWhole(
    withoutUnseen(text)
      .replace(/[\s\p{Cc}]+/gu, " ")
      .trim(),
    maxLength,
  );
}

/** Whether a text has visible characters; spaces, joiners and direction marks don't count. */
export function isVisible(text: string): boolean {
  return /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(text);
}
