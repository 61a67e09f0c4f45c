/** The search that the URL shows, and the newer ones sent to it, which it shows a moment later. */
export interface SentSearches {
  readonly shown: string;
  readonly sent: readonly string[];
}

/** The search that the URL shows in the end. */
export function latestSearch({ shown, sent }: SentSearches): string {
  return sent.at(-1) ?? shown;
}

/** The searches once the URL shows another one, and whether that came from elsewhere, such as from Back. */
export function nowShown({ sent }: SentSearches, shown: string): { searches: SentSearches; isForeign: boolean } {
  const place = sent.indexOf(shown);
  return { searches: { shown, sent: place === -1 ? [] : sent.slice(place + 1) }, isForeign: place === -1 };
}
