import { keyOfPiece, parseKeyword, spellingsOf, type Piece } from "#server/intake/keyword-pattern.ts";
import { KeywordMatcher } from "#server/intake/keyword-matcher.ts";

/** What of a rule decides scores. */
export interface ScoringRule {
  id: string;
  name: string;
  keywords: readonly string[];
  scoreWeight: number;
  isActive: boolean;
}

/** A keyword of a rule and where it was found first: in which text, from where to where in UTF-16 units. */
export interface KeywordHit {
  rule: ScoringRule;
  keyword: string;
  /** No earlier hit is the same keyword, or one that differs only in case, accents, punctuation or plural. */
  isNews: boolean;
  text: number;
  start: number;
  end: number;
}

interface RuleKeyword {
  rule: ScoringRule;
  text: string;
  /** The same number for keywords that differ only in case, accents, punctuation or plural. */
  concept: number;
}

/** The active rules, made ready for matching. Making one takes milliseconds: keep it until the rules change. */
export class Ruleset {
  readonly #keywords: readonly RuleKeyword[];
  readonly #matcher: KeywordMatcher;
  /** In which call a concept was found last, and for which rule. */
  readonly #callOfConcept: Int32Array;
  readonly #ruleOfConcept: (ScoringRule | undefined)[];
  #call = 0;

  constructor(rules: readonly ScoringRule[]) {
    const active = rules.filter((rule) => rule.isActive);
    const concepts = numberConcepts(active.flatMap((rule) => rule.keywords));
    this.#keywords = active.flatMap((rule) =>
      rule.keywords.map((text) => ({ rule, text, concept: concepts.get(text) ?? 0 })),
    );
    this.#matcher = new KeywordMatcher(this.#keywords.map(({ text }) => text));
    this.#callOfConcept = new Int32Array(concepts.size);
    this.#ruleOfConcept = Array.from({ length: concepts.size });
  }

  /** The keywords found in the texts, in the order of the rules; within a rule one for each concept. */
  find(texts: readonly string[]): KeywordHit[] {
    this.#call = (this.#call + 1) | 0;
    const hits: KeywordHit[] = [];
    for (const { keyword, text, start, end } of this.#matcher.firstOccurrences(texts).toSorted(byKeyword)) {
      const of = this.#keywords[keyword];
      if (of === undefined) continue;
      const isNews = this.#callOfConcept[of.concept] !== this.#call;
      if (!isNews && this.#ruleOfConcept[of.concept] === of.rule) continue;
      this.#callOfConcept[of.concept] = this.#call;
      this.#ruleOfConcept[of.concept] = of.rule;
      hits.push({ rule: of.rule, keyword: of.text, isNews, text, start, end });
    }
    return hits;
  }
}

/** Makes a ruleset of rules; inactive ones take no part. */
export function compileRuleset(rules: readonly ScoringRule[]): Ruleset {
  return new Ruleset(rules);
}

function byKeyword(a: { keyword: number }, b: { keyword: number }): number {
  return a.keyword - b.keyword;
}

/** Numbers keywords so that those which fold to the same, or are plurals of each other piece by piece, are one. */
function numberConcepts(keywords: readonly string[]): Map<string, number> {
  const patterns = new Map(keywords.map((keyword) => [keyword, parseKeyword(keyword)]));
  const singulars = singularsOf([...patterns.values()].flat());
  const numbers = new Map<string, number>();
  const concepts = new Map<string, number>();
  for (const [keyword, pieces] of patterns) {
    const concept = pieces.map((piece) => singulars.get(keyOfPiece(piece))).join(",");
    const number = numbers.get(concept) ?? numbers.size;
    numbers.set(concept, number);
    concepts.set(keyword, number);
  }
  return concepts;
}

/** For each piece's key the key of the piece it is a plural of, or its own. */
function singularsOf(pieces: readonly Piece[]): Map<string, string> {
  const byKey = new Map(pieces.map((piece) => [keyOfPiece(piece), piece]));
  const singulars = new Map<string, string>();
  // Shorter first, so that a chain of plurals ends at its singular.
  for (const [key, piece] of [...byKey].toSorted(([, a], [, b]) => a.codePoints.length - b.codePoints.length)) {
    const singular = singulars.get(key) ?? key;
    singulars.set(key, singular);
    for (const codePoints of spellingsOf(piece).slice(1)) {
      const plural = keyOfPiece({ codePoints, isPrefix: false });
      if (byKey.has(plural) && !singulars.has(plural)) singulars.set(plural, singular);
    }
  }
  return singulars;
}
