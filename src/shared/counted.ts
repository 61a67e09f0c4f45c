/** Formats a count with its noun: "1 lead", "1,204 leads". */
export function counted(count: number, noun: string, plural = `${noun}s`, format = inEnglish): string {
  return `${format(count)} ${count === 1 ? noun : plural}`;
}

function inEnglish(count: number): string {
  return count.toLocaleString("en");
}
