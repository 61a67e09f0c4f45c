/**
 * A text without those of its last characters (UTF-16 units) that `edge`, a class of single ones, matches. In time linear
 * in what is taken off: a pattern such as /[,;]+$/ tries each run of them in the middle of a text again from each of its
 * characters, and pages are made of such runs to do harm.
 */
export function withoutEnding(text: string, edge: RegExp): string {
  let end = text.length;
  while (end > 0 && edge.test(text[end - 1] ?? "")) end -= 1;
  return text.slice(0, end);
}
