import { fold } from "#server/reading/fold.ts";
import { HONORIFICS, PARTICLES, POSTNOMINALS } from "#server/reading/name-words.ts";
import { areFormsOfOneName } from "#server/matching/given-name-forms.ts";
import { commonSpelling } from "#server/matching/latin-letters.ts";
import { isGivenName } from "#server/matching/is-given-name.ts";

/** How alike two names are, the closest first; null where they are two people's. */
export type NameLikeness = "same" | "order" | "spelling" | "form" | "initial" | "part";

/** Words of a longer name are left out: it is a sentence. */
const MOST_WORDS = 8;
const SHORTEST_WITH_SLIP = 5;
const SHORTEST_WITH_TWO_SLIPS = 9;

/**
 * The words that tell who a name means, in the common spelling, in order: without forms of address, degrees, "von" and
 * "de", and with "Lee, Ann" turned round. None of a name that has no letters.
 */
export function nameWords(name: string): string[] {
  const turned = /^([^,]+),\s*([^,]+)$/u.exec(name);
  const written = turned === null || isAllPostnominals(turned[2] ?? "") ? name : `${turned[2]} ${turned[1]}`;
  const words = withoutTitles(wordsOf(written));
  const telling = words.filter((word) => word.length === 1 || !PARTICLES.has(word));
  return (telling.length > 0 ? telling : words).slice(0, MOST_WORDS).map(commonSpelling).filter(Boolean);
}

/** Without forms of address at the beginning and degrees at the end; a letter there is an initial, and Don may be a name. */
function withoutTitles(words: readonly string[]): readonly string[] {
  const first = words.findIndex((word) => word.length === 1 || !HONORIFICS.has(word) || isGivenName(word));
  const last = words.findLastIndex((word) => word.length === 1 || !POSTNOMINALS.has(word));
  const named = words.slice(Math.max(0, first), last + 1);
  return named.length > 0 ? named : words;
}

/** Compares the words of two names, which are those of `nameWords`. */
export function likenessOfNames(a: readonly string[], b: readonly string[]): NameLikeness | null {
  if (a.length === 0 || b.length === 0) return null;
  if (a.join(" ") === b.join(" ")) return "same";
  // In an order of their own, so that the answer is the same in either direction.
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
  // One word may be an initial; where all are, they are anybody's. And nobody makes a slip in each word.
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
  // Anna and Anne are two people, Schmidt and Schmitd mostly one.
  if (isGivenName(a) && isGivenName(b)) return null;
  return isSlip(a, b) ? "spelling" : null;
}

function isSlip(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length);
  // A number is not misspelled: Store 12 is not Store 13.
  if (shorter < SHORTEST_WITH_SLIP || /\d/u.test(a + b)) return false;
  return slipsBetween(a, b) <= (shorter < SHORTEST_WITH_TWO_SLIPS ? 1 : 2);
}

/** Letters added, left out, replaced or swapped with the next (optimal string alignment). */
function slipsBetween(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let best = Math.min(replaced, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, (beforeLast[j - 2] ?? 0) + 1);
      }
      row.push(best);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}

function isAllPostnominals(text: string): boolean {
  return wordsOf(text).every((word) => POSTNOMINALS.has(word));
}

function wordsOf(text: string): string[] {
  return fold(text)
    .split(/[^\p{L}\p{N}\p{M}'’]+/u)
    .map((word) => word.replaceAll(/['’]/gu, ""))
    .filter((word) => word !== "");
}
