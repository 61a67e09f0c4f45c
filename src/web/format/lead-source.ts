const NAMES = {
  manual: "Added by hand",
  google_sheets: "Google Sheets",
  email: "Email",
  website: "Website",
  form: "Web form",
  file: "File",
  sample: "Sample leads",
} as const;

/** Every kind of source, in the order people are offered them. */
export const SOURCE_KINDS = ["google_sheets", "website", "email", "form", "file", "manual"] as const;

/** A source's kind in words; a kind this page does not know is shown without its underscores, a missing one as N/A. */
export function sourceName(kind: string | null | undefined): string {
  if (kind === null || kind === undefined || kind === "") return "N/A";
  return NAMES[kind as keyof typeof NAMES] ?? kind.replaceAll("_", " ");
}
