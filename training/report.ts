/** One part of the accuracy report. */
export interface Report {
  /** The tables; absent if nothing was measured. */
  figures?: string;
  /** Why nothing was measured. */
  note?: string;
  /** Why `npm run eval` fails. */
  failure?: string;
}

/** A plain text table. The first `labels` columns are aligned left, the others right. */
export function tableOf(heads: readonly string[], rows: readonly (readonly string[])[], labels = 1): string {
  const widths = heads.map((_, column) => Math.max(...[heads, ...rows].map((row) => (row[column] ?? "").length)));
  return [heads, ...rows]
    .map((row) =>
      widths
        .map((width, column) =>
          column < labels ? (row[column] ?? "").padEnd(width) : (row[column] ?? "").padStart(width),
        )
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Replaces a part's figures between its markers in a Markdown page. Throws if the markers are missing. */
export function withFigures(page: string, part: string, text: string, measured: string): string {
  const begin = `<!-- ${part} -->`;
  const end = `<!-- end of ${part} -->`;
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from === -1 || to < from) throw new Error(`The page has no “${begin}” followed by “${end}”.`);
  return `${page.slice(0, from)}${begin}\n\n${measured}\n\n\`\`\`text\n${text}\n\`\`\`\n\n${page.slice(to)}`;
}
