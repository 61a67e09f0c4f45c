import { editDistance } from "#shared/edit-distance.ts";
import { commonWords, intentVocabulary } from "#server/assistant/understanding/intent-model.ts";
import { wordingOf, type Wording } from "#server/assistant/understanding/words.ts";

const SHORTEST = 4;
const LONG = 8;

/**
 * Corrects typos: an unknown word of four letters or more that is one typo away from a common word with the same first
 * letter (two from eight letters on). Capitalized names are left alone. Returns the same object if there is nothing to
 * correct.
 */
export function correctSpelling(wording: Wording): Wording {
  const known = intentVocabulary();
  let isFixed = false;
  const words = wording.words.map((word, index) => {
    const { meant, said, isOfName } = word;
    const isName = isOfName === true || (index > 0 && /^\p{Lu}\p{Ll}/u.test(said));
    if (meant.length < SHORTEST || known.has(meant) || isName || /[^a-z]/u.test(meant)) return word;
    const corrected = nearest(meant, commonWords());
    if (corrected === undefined) return word;
    isFixed = true;
    return { ...word, meant: corrected };
  });
  return isFixed ? wordingOf(wording.question, words) : wording;
}

function nearest(word: string, vocabulary: ReadonlySet<string>): string | undefined {
  const most = word.length >= LONG ? 2 : 1;
  let best: string | undefined;
  let least = most + 1;
  for (const known of vocabulary) {
    if (known[0] !== word[0] || known.length < SHORTEST) continue;
    const distance = editDistance(word, known, most);
    if (distance < least) [best, least] = [known, distance];
  }
  return best;
}
