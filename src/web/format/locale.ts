/** The page is in English, and so are its numbers and dates: in the viewer's variant, otherwise in American English. */
export function englishOf(languages: readonly string[]): string {
  return languages.find((language) => /^en(?:-|$)/iu.test(language)) ?? "en-US";
}

export const LOCALE = englishOf(globalThis.navigator?.languages ?? []);
