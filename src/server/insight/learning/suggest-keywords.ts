import { LIMITS } from "#shared/limits.ts";
import type { Decision, TaughtRule } from "#server/insight/learning/decision.ts";
import type { RuleFit } from "#server/insight/learning/rule-fit.ts";
import { evidenceOf, type Suggestion } from "#server/insight/learning/suggestion.ts";
import { fold } from "#server/pipeline/text/fold.ts";

/** Minimum number of decided leads with the term. */
const LEAST_FOUND = 6;
/** Terms in a larger share of leads don't distinguish any. */
const MOST_SHARE = 0.6;
/** The accepted false discovery rate of suggestions (Benjamini and Hochberg 1995). */
const FALSE_SHARE = 0.02;
/** Evidence beyond the rules' own points: significant at 10%, one-sided. */
const CERTAIN_GIVEN_RULES = 1.28;
/** Shrinks the effect of terms found in few leads. */
const DOUBT = 1;
const LEAST_POINTS = 3;
const MOST_POINTS = 30;

interface Candidate {
  term: string;
  found: Decision[];
  chance: number;
  /** Log-odds beyond what the rules already explain. */
  worth: number;
}

/**
 * Suggests words and phrases that no rule matches, that aren't names, and that are much more or less common in approved
 * leads than in rejected ones. They must stand out from chance by smoothed log-odds, corrected for all tested terms,
 * and still matter after the rules' points are accounted for.
 */
export function suggestKeywords(
  decisions: readonly Decision[],
  terms: readonly ReadonlySet<string>[],
  rules: readonly TaughtRule[],
  fit: RuleFit,
  isLookedFor: (term: string) => boolean,
): Suggestion[] {
  const people = new Set(decisions.flatMap(({ name }) => plainWordsOf(name)));
  const known = rules.flatMap(({ keywords }) => keywords.map((keyword) => wordsOf(keyword.replaceAll("*", ""))));
  const positives = decisions.filter(({ isPositive }) => isPositive).length;
  const candidates: Candidate[] = [];
  let tested = 0;
  for (const [term, at] of leadsByTerm(terms)) {
    if (at.length < LEAST_FOUND || at.length > decisions.length * MOST_SHARE) continue;
    if (isKnown(term, known) || isLookedFor(term)) continue;
    if (plainWordsOf(term).some((word) => people.has(word))) continue;
    tested += 1;
    const found = at.flatMap((index) => decisions[index] ?? []);
    const approved = found.filter(({ isPositive }) => isPositive).length;
    const logOdds = smoothedLogOdds(approved, found.length - approved, positives, decisions.length - positives);
    const given = givenRules(at, decisions, fit.probabilities);
    if (Math.sign(given.worth) !== Math.sign(logOdds.value) || Math.abs(given.certainty) < CERTAIN_GIVEN_RULES)
      continue;
    candidates.push({ term, found, chance: chanceOf(logOdds.value / logOdds.deviation), worth: given.worth });
  }
  return withoutRepeats(unlikelyByChance(candidates, tested))
    .slice(0, LIMITS.learning.keywordSuggestions)
    .flatMap(({ term, found, worth }) => {
      const points = Math.round(Math.min(MOST_POINTS, Math.abs(worth) * fit.pointsPerLogOdds));
      if (points < LEAST_POINTS) return [];
      const weight = Math.sign(worth) * Math.min(LIMITS.rule.weight.max, points);
      return {
        id: `keyword:${term}:${weight > 0 ? "up" : "down"}`,
        kind: "keyword",
        keyword: term,
        weight,
        evidence: evidenceOf(found, null),
      };
    });
}

function leadsByTerm(terms: readonly ReadonlySet<string>[]): Map<string, number[]> {
  const leads = new Map<string, number[]>();
  for (const [index, ofLead] of terms.entries()) {
    for (const term of ofLead) {
      const at = leads.get(term);
      if (at === undefined) leads.set(term, [index]);
      else at.push(index);
    }
  }
  return leads;
}

/** The log-odds ratio with half a lead added to each cell (Haldane, Anscombe), and its standard deviation. */
function smoothedLogOdds(
  yesWith: number,
  noWith: number,
  yes: number,
  no: number,
): { value: number; deviation: number } {
  const [a, b, c, d] = [yesWith + 0.5, noWith + 0.5, yes - yesWith + 0.5, no - noWith + 0.5];
  return { value: Math.log((a * d) / (b * c)), deviation: Math.sqrt(1 / a + 1 / b + 1 / c + 1 / d) };
}

/** How much more often these leads were approved than their rules predict: one slightly regularized fitting step. */
function givenRules(
  at: readonly number[],
  decisions: readonly Decision[],
  probabilities: readonly number[],
): { worth: number; certainty: number } {
  const positives = decisions.filter(({ isPositive }) => isPositive).length;
  // The probabilities assume that half of the decisions are positive.
  const yes = decisions.length / 2 / Math.max(1, positives);
  const no = decisions.length / 2 / Math.max(1, decisions.length - positives);
  let surplus = 0;
  let spread = 0;
  let square = 0;
  for (const index of at) {
    const probability = probabilities[index] ?? 0;
    const isPositive = decisions[index]?.isPositive === true;
    const weight = isPositive ? yes : no;
    const pull = weight * ((isPositive ? 1 : 0) - probability);
    surplus += pull;
    square += pull ** 2;
    spread += weight * probability * (1 - probability);
  }
  return { worth: surplus / (spread + DOUBT), certainty: surplus / Math.sqrt(Math.max(square, 1e-9)) };
}

/** The two-sided p-value of a standard normal value (Abramowitz and Stegun 7.1.26). */
function chanceOf(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const poly = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return poly * Math.exp(-(x ** 2));
}

/** Candidates that remain significant given the number of tested terms. */
function unlikelyByChance(candidates: readonly Candidate[], tested: number): Candidate[] {
  const sorted = candidates.toSorted((a, b) => a.chance - b.chance || (a.term < b.term ? -1 : 1));
  const last = sorted.findLastIndex(({ chance }, index) => chance <= ((index + 1) / tested) * FALSE_SHARE);
  return sorted.slice(0, last + 1);
}

/** Keeps the clearest of a phrase and its words, or of a word and its plural. */
function withoutRepeats(candidates: readonly Candidate[]): Candidate[] {
  const kept: { candidate: Candidate; words: string[] }[] = [];
  for (const candidate of candidates) {
    const words = wordsOf(candidate.term);
    if (kept.some((other) => other.words.some((word) => words.includes(word)))) continue;
    kept.push({ candidate, words });
  }
  return kept.map(({ candidate }) => candidate);
}

/** Whether a rule has the term or an equally meaningful part of it. */
function isKnown(term: string, known: readonly string[][]): boolean {
  const words = wordsOf(term);
  return known.some(
    (keyword) => keyword.every((word) => words.includes(word)) || words.every((word) => keyword.includes(word)),
  );
}

/** A term's words without English plural endings. */
function wordsOf(term: string): string[] {
  return plainWordsOf(term).map((word) => (word.length > 3 ? word.replace(/e?s$/u, "") : word));
}

function plainWordsOf(term: string): string[] {
  return fold(term).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
