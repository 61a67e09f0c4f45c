/** Longer messages are read to here: what somebody wants stands above. */
const MAX_LINES = 4_000;

/** The text in lines, ends of lines and blanks alike, at most some thousand. */
export function toLines(text: string): string[] {
  return text
    .replace(/\r\n?|[\u2028\u2029\v\f]/gu, "\n")
    .replace(/[\u200b\ufeff]/gu, "")
    .split("\n", MAX_LINES)
    .map((line) => line.replace(/[\u00a0\t]/gu, " ").trimEnd());
}

export function isQuoted(line: string): boolean {
  return /^\s{0,3}(?:[>|]|[A-Z]{1,3}>(?:\s|$))/u.test(line);
}

export function unquoted(line: string): string {
  return line.replace(/^\s{0,3}(?:[A-Z]{1,3}(?=>))?(?:[>|]\s?)+/u, "");
}
