import { sourceWords } from "#shared/source-words.ts";

/** Every kind of source, in the order people are offered them. */
export const SOURCE_KINDS = ["google_sheets", "website", "email", "form", "file", "manual"] as const;

/** A source's kind in words; a missing one as N/A. */
export function sourceName(kind: string | null | undefined): string {
  return kind === null || kind === undefined || kind === "" ? "N/A" : sourceWords(kind);
}
