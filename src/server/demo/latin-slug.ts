const OWN_LETTERS: Record<string, string> = { ß: "ss", ø: "o", ł: "l", ä: "ae", ö: "oe", ü: "ue", å: "a" };

/** What of a text can stand in an address: lower-case Latin letters and digits, joined by hyphens. */
export function latinSlug(text: string): string {
  return text
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/[ßøłäöüå]/gu, (letter) => OWN_LETTERS[letter] ?? letter)
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/gu, "-")
    .replaceAll(/^-|-$/gu, "");
}
