import { keyOfPiece, parseKeyword, spellingsOf } from "#server/intake/keyword-pattern.ts";
import { KeywordMatcher, type Occurrence } from "#server/intake/keyword-matcher.ts";

/** What of a rule decides scores. */
export interface ScoringRule {
  id: string;
  name: string;
  keywords: readonly string[];
  scoreWeight: number;
  isActive: boolean;
}

/** A keyword of a rule. Those of the same `concept` differ only in case, accents, punctuation or plural. */
export interface RuleKeyword {
  rule: ScoringRule;
  text: string;
  /** Equal for keywords that count once within a rule and are listed once on a lead. */
  concept: string;
}

/** A keyword of a rule and where it was found first. */
export interface KeywordHit extends Occurrence {
  of: RuleKeyword;
}

/** The active rules, made ready for matching. Making one takes milliseconds: keep it until the rules change. */
export class Ruleset {
  readonly #keywords: RuleKeyword[];
  readonly #matcher: KeywordMatcher;

  constructor(rules: readonly ScoringRule[]) {
    const active = rules.filter((rule) => rule.isActive);
    const conceptOf = groupPlurals(active.flatMap((rule) => rule.keywords));
    this.#keywords = active.flatMap((rule) => rule.keywords.map((text) => ({ rule, text, concept: conceptOf(text) })));
    this.#matcher = new KeywordMatcher(this.#keywords.map(({ text }) => text));
  }

  /** The keywords found in the texts, in the order of the rules; within a rule one for each concept. */
  find(texts: readonly string[]): KeywordHit[] {
    const occurrences = this.#matcher.firstOccurrences(texts).sort((a, b) => a.keyword - b.keyword);
    const hits: KeywordHit[] = [];
    for (const occurrence of occurrences) {
      const of = this.#keywords[occurrence.keyword];
      if (of === undefined) continue;
      if (hits.some((hit) => hit.of.rule === of.rule && hit.of.concept === of.concept)) continue;
      hits.push({ ...occurrence, of });
    }
    return hits;
  }
}

/** Makes a ruleset of rules; inactive ones take no part. */
export function compileRuleset(rules: readonly ScoringRule[]): Ruleset {
  return new Ruleset(rules);
}

/** Maps keywords that are plurals of each other, piece by piece, to the same text. */
function groupPlurals(keywords: readonly string[]): (keyword: string) => string {
  const patterns = new Map(keywords.map((keyword) => [keyword, parseKeyword(keyword)]));
  const pieces = new Map([...patterns.values()].flat().map((piece) => [keyOfPiece(piece), piece]));
  const singularOf = new Map<string, string>();
  // Shorter first, so that a chain of plurals ends at its singular.
  for (const [key, piece] of [...pieces].sort(([, a], [, b]) => a.codePoints.length - b.codePoints.length)) {
    const singular = singularOf.get(key) ?? key;
    singularOf.set(key, singular);
    for (const codePoints of spellingsOf(piece).slice(1)) {
      const plural = keyOfPiece({ codePoints, isPrefix: false });
      if (pieces.has(plural) && !singularOf.has(plural)) singularOf.set(plural, singular);
    }
  }
  return (keyword) =>
    (patterns.get(keyword) ?? []).map((piece) => singularOf.get(keyOfPiece(piece)) ?? keyOfPiece(piece)).join(",");
}
