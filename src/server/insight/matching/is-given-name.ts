import { GIVEN_NAMES } from "#server/pipeline/text/given-names.ts";
import { commonSpelling } from "#server/insight/matching/latin-letters.ts";

const COMMON = new Set([...GIVEN_NAMES].map(commonSpelling));

/** Whether a word, in the common spelling, is a given name. */
export function isGivenName(word: string): boolean {
  return COMMON.has(word);
}
