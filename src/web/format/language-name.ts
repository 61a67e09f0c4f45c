const NAMES = new Intl.DisplayNames(["en"], { type: "language" });

/** "German" for "de"; what isn't a language code stays as it is. */
export function languageName(code: string): string {
  try {
    return NAMES.of(code) ?? code;
  } catch {
    // of() throws for malformed codes.
    return code;
  }
}
