import { editDistance } from "#shared/text/edit-distance.ts";
import { commonWords, intentVocabulary } from "#server/assistant/understanding/intent-model.ts";
import { countriesIn } from "#server/assistant/understanding/country-names.ts";
import { MONTHS, WEEKDAYS } from "#server/assistant/understanding/time-span.ts";
import { wordingOf, type Wording } from "#server/assistant/understanding/words.ts";

const SHORTEST = 4;
/** Shorter words are only corrected if two letters were swapped: "hwo". */
const SHORTEST_SWAPPED = 3;
/** "Leads form last week", "form the website" */
const AFTER_FROM = /^(?:last|this|yesterday|today|the|our|my)$/u;
const OF_FORM = /^(?:an?|the|our|my|your|this|that|which|each|per|web|contact|website|order|by|one)$/u;
const LONG = 8;
/** Rarely asked, and no typos of what is. */
const CORRECT: ReadonlySet<string> = new Set(
  "late quietest busiest slowest weakest strongest hers ours theirs his earliest soonest biggest smallest".split(" "),
);
const DAYS_AND_MONTHS: ReadonlySet<string> = new Set([...WEEKDAYS, ...MONTHS]);

/**
 * Corrects typos: an unknown word of four letters or more that is one typo away from a common word with the same first
 * letter (two from eight letters on). Capitalized names are left alone. Returns the same object if there is nothing to
 * correct.
 */
export function correctSpelling(wording: Wording, found?: ReadonlySet<string>): Wording {
  const known = intentVocabulary();
  let isFixed = false;
  const words = wording.words.map((word, index) => {
    const { meant, said, isOfName, isOfLead } = word;
    const isName =
      isOfName === true ||
      isOfLead === true ||
      found?.has(meant) === true ||
      (index > 0 && /^\p{Lu}\p{Ll}/u.test(said));
    const next = wording.words[index + 1]?.meant ?? "";
    if (next === "many" && /^h\w{1,2}$/u.test(meant) && meant !== "how") {
      isFixed = true;
      return { ...word, meant: "how" };
    }
    if (meant === "form" && isFrom(wording, index)) {
      isFixed = true;
      return { ...word, meant: "from" };
    }
    if (meant.length < SHORTEST_SWAPPED || known.has(meant) || CORRECT.has(meant) || isName || /[^a-z]/u.test(meant))
      return word;
    const corrected = nearest(meant, commonWords().union(DAYS_AND_MONTHS));
    if (corrected === undefined) return word;
    isFixed = true;
    return { ...word, meant: corrected };
  });
  return isFixed ? wordingOf(wording.question, words) : wording;
}

/** "Leads form Germany" */
function isFrom({ question, words }: Wording, at: number): boolean {
  if (OF_FORM.test(words[at - 1]?.meant ?? "")) return false;
  const next = words[at + 1];
  const country = wordingOf(question, words.slice(at + 1, at + 2));
  return (
    next !== undefined && (AFTER_FROM.test(next.meant) || next.isOfLead === true || countriesIn(country).length > 0)
  );
}

const bare = (word: string): string => word.replaceAll(/[aeiou]/gu, "");

function nearest(word: string, vocabulary: ReadonlySet<string>): string | undefined {
  const swapped = vocabulary.values().find((known) => isSwapped(word, known));
  // Without some of its vowels: "ystrday"
  const whole = swapped ?? vocabulary.values().find((known) => isShortened(word, known));
  if (whole !== undefined || word.length < SHORTEST) return whole;
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

function isShortened(word: string, known: string): boolean {
  const isLonger = known.length > word.length || (known.length === word.length && word.length > LONG - 2);
  return isLonger && known[0] === word[0] && bare(word).length > 2 && bare(known) === bare(word);
}

/** Whether two neighboring letters changed places. */
function isSwapped(word: string, known: string): boolean {
  if (word.length !== known.length) return false;
  const at = [...word].findIndex((letter, index) => letter !== known[index]);
  const swapped = word.slice(0, at) + (word[at + 1] ?? "") + (word[at] ?? "") + word.slice(at + 2);
  return at >= 0 && swapped === known;
}
