const NAMES = {
  manual: "Added by hand",
  google_sheets: "Google Sheets",
  email: "Email",
  website: "Website",
  form: "Web form",
  file: "File",
  sample: "Sample leads",
} as const;

/** A source's kind as people call it; one unknown here without its underscores. */
export function sourceWords(kind: string): string {
  return NAMES[kind as keyof typeof NAMES] ?? kind.replaceAll("_", " ");
}
