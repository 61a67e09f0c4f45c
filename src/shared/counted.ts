/** Formats a count with its noun: "1 lead", "1,204 leads". */
export function counted(count: number, noun: string, plural = `${noun}s`, format = inEnglish): string {
  return `${format(count)} ${count === 1 ? noun : plural}`;
}

/** "1,204", in texts that aren't in the reader's own format. */
export function inEnglish(count: number): string {
  return count.toLocaleString("en");
}
