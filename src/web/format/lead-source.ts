const NAMES: Record<string, string> = {
  manual: "Added by hand",
  google_sheets: "Google Sheets",
  email: "Email",
  website: "Website",
  form: "Web form",
};

/** A source's kind in words; a kind this page does not know is shown without its underscores, a missing one as N/A. */
export function sourceName(kind: string | null | undefined): string {
  if (kind === null || kind === undefined || kind === "") return "N/A";
  return NAMES[kind] ?? kind.replaceAll("_", " ");
}
