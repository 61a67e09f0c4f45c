import { editDistance } from "#server/assistant/understanding/edit-distance.ts";
import { wordingOf, type Wording } from "#server/assistant/understanding/words.ts";

/** The words that questions about the data are made of. */
const VOCABULARY = `
  please how many what which when where who why explain show list find give tell count number total compare compared
  lead leads contact contacts qualified qualify qualifies pending approved rejected unreviewed waiting review status
  score scores scored points threshold rule rules keyword keywords weight active
  source sources sheet sheets google spreadsheet website websites mailbox gmail email emails form forms file files
  import imports imported submission submissions scrape scraped target targets typeform manually
  failed failing fails failure broken error errors problem problems working connected
  sync synced syncing report reports sent next last latest newest oldest recent best worst highest lowest
  today yesterday week month year days hours morning monday tuesday wednesday thursday friday saturday sunday
  january february march april june july august september october november december
  without missing phone company notes need above below between least duplicate duplicates
  happened activity conversion rate pipeline breakdown interval retention confidence setting settings
  january more less fewer than bring brings most this that from with have does did would make there
  store stores scope core form from role roles later leave leaves weekly monthly daily past list post
`
  .split(/\s+/u)
  .filter(Boolean);
const KNOWN = new Set(VOCABULARY);

const SHORTEST = 4;
const LONG = 8;

/**
 * The question with slips of the finger mended: a word of four letters or more that is no known word, and differs from
 * one with the same first letter by one slip (by two from eight letters on). Names that begin with a capital are left
 * alone. The same wording when there is nothing to mend.
 */
export function mendSpelling(wording: Wording): Wording {
  let isMended = false;
  const words = wording.words.map((word, index) => {
    const { meant, said } = word;
    const isName = index > 0 && /^\p{Lu}\p{Ll}/u.test(said);
    if (meant.length < SHORTEST || KNOWN.has(meant) || isName || /[^a-z]/u.test(meant)) return word;
    const mended = nearest(meant);
    if (mended === undefined) return word;
    isMended = true;
    return { ...word, meant: mended };
  });
  return isMended ? wordingOf(wording.question, words) : wording;
}

function nearest(word: string): string | undefined {
  const most = word.length >= LONG ? 2 : 1;
  let best: string | undefined;
  let least = most + 1;
  for (const known of VOCABULARY) {
    if (known[0] !== word[0] || known.length < SHORTEST) continue;
    const distance = editDistance(word, known, most);
    if (distance < least) [best, least] = [known, distance];
  }
  return best;
}
