/** Files of the training folder that one author wrote: what one hand writes resembles what else it writes. */
const HANDS: Readonly<Record<string, string>> = {
  "buyers-of-many-trades": "many trades",
  "near-misses-of-inquiries": "many trades",
  "people-who-need-something": "people",
  "people-who-sell-or-report": "people",
  "running-business": "unspoken",
  "unspoken-inquiries": "unspoken",
  "german-from-vienna-to-husum": "German",
  "french-from-liege-to-quebec": "French",
  "spanish-on-both-shores": "Spanish",
};
const FIRST_HANDS = 4;

/**
 * Whom a file's messages are left out with. The authors of the later files are told apart; those of the first files are not
 * known, so these are left out a quarter at a time, which flatters them.
 */
export function handOf(file: string, firstFiles: readonly string[]): string {
  return HANDS[file] ?? `first ${firstFiles.indexOf(file) % FIRST_HANDS}`;
}

/** Whether an author of its own wrote it. */
export function isByAnother(file: string): boolean {
  return file in HANDS;
}
