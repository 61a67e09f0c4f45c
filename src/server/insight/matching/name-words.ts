import { editDistance } from "#shared/text/edit-distance.ts";
import { fold } from "#server/pipeline/text/fold.ts";
import { HONORIFICS, PARTICLES, POSTNOMINALS } from "#server/pipeline/text/name-words.ts";
import { areFormsOfOneName } from "#server/insight/matching/given-name-forms.ts";
import { commonSpelling } from "#server/insight/matching/latin-letters.ts";
import { isGivenName } from "#server/insight/matching/is-given-name.ts";

/** How similar two names are; null when they belong to different people. */
export type NameLikeness = "same" | "order" | "spelling" | "form" | "initial" | "part";

/** Ignores further words; a longer name is a sentence. */
const MOST_WORDS = 8;
const SHORTEST_WITH_SLIP = 5;
const SHORTEST_WITH_TWO_SLIPS = 9;
/** A name in a script that needs no spaces; those in Katakana only are foreign, with words in any order. */
const UNSPACED =
  /^(?=.*[\p{sc=Han}\p{sc=Hiragana}\p{sc=Hangul}])[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}ー々\s]+$/u;

/**
 * The words that identify a person, in order and in the common spelling: without titles, degrees, "von" and "de", and
 * with "Lee, Ann" reordered. Empty for a name without letters.
 */
export function nameWords(name: string): string[] {
  const inverted = /^([^,]+),\s*([^,]+)$/u.exec(name);
  const written = inverted === null || isAllPostnominals(inverted[2] ?? "") ? name : `${inverted[2]} ${inverted[1]}`;
  const words = withoutTitles(wordsOf(written));
  const significant = words.filter((word) => word.length === 1 || !PARTICLES.has(word));
  return (significant.length > 0 ? significant : words).slice(0, MOST_WORDS).map(commonSpelling).filter(Boolean);
}

/**
 * Drops leading titles and trailing degrees. Single letters are kept as initials, and so are titles that are given
 * names, like Don.
 */
function withoutTitles(words: readonly string[]): readonly string[] {
  const first = words.findIndex((word) => word.length === 1 || !HONORIFICS.has(word) || isGivenName(word));
  const last = words.findLastIndex((word) => word.length === 1 || !POSTNOMINALS.has(word));
  const named = words.slice(Math.max(0, first), last + 1);
  return named.length > 0 ? named : words;
}

/** Compares two names, each as the result of `nameWords`. */
export function likenessOfNames(a: readonly string[], b: readonly string[]): NameLikeness | null {
  if (a.length === 0 || b.length === 0) return null;
  if (a.join(" ") === b.join(" ")) return "same";
  // Sorted, so that the result is symmetric.
  const isFewer = a.length === b.length ? a.join(" ") < b.join(" ") : a.length < b.length;
  const [fewer, more] = isFewer ? [a, b] : [b, a];
  const left = [...more];
  let worst: NameLikeness = "order";
  let initials = 0;
  let slips = 0;
  for (const word of fewer) {
    const found = closest(word, left);
    if (found === null) return null;
    left.splice(found.at, 1);
    if (found.likeness === "initial") initials += 1;
    if (found.likeness === "spelling") slips += 1;
    if (RANK[found.likeness] > RANK[worst]) worst = found.likeness;
  }
  if (fewer.length === 1) return more.length === 1 && worst !== "initial" ? worst : null;
  // Initials alone match almost anyone, and nobody misspells more than one word of a name.
  if (initials === fewer.length || slips > 1) return null;
  return left.length > 0 && RANK[worst] < RANK.part ? "part" : worst;
}

const RANK: Record<NameLikeness, number> = { same: 0, order: 1, spelling: 2, form: 3, part: 4, initial: 5 };

function closest(word: string, others: readonly string[]): { at: number; likeness: NameLikeness } | null {
  let best: { at: number; likeness: NameLikeness } | null = null;
  for (const [at, other] of others.entries()) {
    const likeness = likenessOfWords(word, other);
    if (likeness !== null && (best === null || RANK[likeness] < RANK[best.likeness])) best = { at, likeness };
  }
  return best;
}

function likenessOfWords(a: string, b: string): NameLikeness | null {
  if (a === b) return "order";
  if (a.length === 1 || b.length === 1) return a[0] === b[0] ? "initial" : null;
  if (areFormsOfOneName(a, b)) return "form";
  // Anna and Anne are two people; Schmidt and Schmitd are probably one.
  if (isGivenName(a) && isGivenName(b)) return null;
  return isSlip(a, b) ? "spelling" : null;
}

function isSlip(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length);
  // Numbers aren't misspelled: Store 12 is not Store 13. Another character is another name.
  if (shorter < SHORTEST_WITH_SLIP || /\d/u.test(a + b) || UNSPACED.test(a)) return false;
  const most = shorter < SHORTEST_WITH_TWO_SLIPS ? 1 : 2;
  return editDistance(a, b, most) <= most;
}

function isAllPostnominals(text: string): boolean {
  return wordsOf(text).every((word) => POSTNOMINALS.has(word));
}

function wordsOf(text: string): string[] {
  const folded = fold(text);
  // 山田 太郎 is also written 山田太郎.
  return (UNSPACED.test(folded) ? folded.replaceAll(/\s+/gu, "") : folded)
    .split(/[^\p{L}\p{N}\p{M}'’]+/u)
    .map((word) => word.replaceAll(/['’]/gu, ""))
    .filter((word) => word !== "");
}
