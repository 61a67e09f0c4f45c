/** Letters and digits of scripts that put spaces between words. */
const IN_WORD = /[\p{L}\p{N}\p{M}]/u;
const WITHOUT_SPACES =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;

/**
 * Returns a value if the text contains it literally as whole words, with white space collapsed; otherwise, or if it's
 * longer than `most` characters, an empty string. Rejects anything a model adds, corrects or translates.
 */
export function literalSpan(value: string, text: string, most: number): string {
  const span = plain(value);
  if (span === "" || span.length > most) return "";
  const within = plain(text);
  for (let at = within.indexOf(span); at !== -1; at = within.indexOf(span, at + 1)) {
    const end = at + span.length;
    if (isEdge(within, at) && isEdge(within, end)) return span;
  }
  return "";
}

function plain(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}

/** Whether no word continues across this position. */
function isEdge(text: string, at: number): boolean {
  const before = text.charAt(at - 1);
  const after = text.charAt(at);
  const goesOn = IN_WORD.test(before) && IN_WORD.test(after);
  return !goesOn || WITHOUT_SPACES.test(before) || WITHOUT_SPACES.test(after);
}
