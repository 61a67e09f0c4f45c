/** Longer messages are cut here, since requests are near the top. */
const MAX_LINES = 4_000;

/** Control characters, soft hyphens and direction marks; joiners are kept because they are part of words. */
const UNSEEN = /(?![\t-\r\u0080-\u009f])\p{Cc}|[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** Removes invisible characters, which can hide or reorder words and addresses. */
export function withoutUnseen(text: string): string {
  return text.replace(UNSEEN, "");
}

/** Splits the text into lines, with uniform line ends and spaces, up to a few thousand. */
export function toLines(text: string): string[] {
  return withoutUnseen(text)
    .replace(/\r\n?|[\u2028\u2029\v\f]/gu, "\n")
    .split("\n", MAX_LINES)
    .map((line) => line.replaceAll("\u00a0", " ").replaceAll("\t", "   ").trimEnd());
}

export function isQuoted(line: string): boolean {
  // Bars on both ends are a frame; before a number, a bar is a separator.
  return /^\s{0,8}(?:>|\|(?![\s()+]*\d[\s\d+().-]*$|(?=.*\|\s*$).*\p{L}{2})|[A-Z]{1,3}>(?:\s|$))/u.test(line);
}

/** Whether a line has text that isn't quoted. */
export function isOwnLine(line: string): boolean {
  return line.trim() !== "" && !isQuoted(line);
}

export function unquoted(line: string): string {
  return line.replace(/^\s{0,8}(?:[A-Z]{1,3}(?=>))?(?:[>|]\s?)+/u, "");
}
