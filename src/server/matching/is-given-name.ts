import { GIVEN_NAMES } from "#server/reading/given-names.ts";
import { commonSpelling } from "#server/matching/latin-letters.ts";

const COMMON = new Set([...GIVEN_NAMES].map(commonSpelling));

/** Whether a word is a given name, in the common spelling. */
export function isGivenName(word: string): boolean {
  return COMMON.has(word);
}
