import { numberConcepts } from "#server/pipeline/intake/keywords/keyword-concepts.ts";
import { runnableRegexes } from "#server/pipeline/intake/keywords/keyword-regex.ts";
import type { ScoringRule } from "#server/pipeline/intake/ruleset.ts";
import type { RuleMode } from "#shared/contract/rule.ts";

/** A keyword search, shared by rules that look for the same keyword in the same fields. */
export interface Search {
  /** Equal for searches with equal results. */
  key: string;
  keyword: string;
  mode: RuleMode;
  fields: readonly string[];
}

/** Points given when any of these searches, by index, finds something. */
export interface Award {
  searches: readonly number[];
  rule: ScoringRule;
}

/** Rules as a list of searches and awards; plain data, so that it can be sent to a thread. */
export interface ScorePlan {
  searches: readonly Search[];
  awards: readonly Award[];
}

/**
 * Splits the active rules into searches and awards. The sum of a lead's awards, clamped to 0 to 100, equals the result
 * of `scoreLead`: a rule awards its points per concept, or once if it counts once.
 */
export function planScores(rules: readonly ScoringRule[]): ScorePlan {
  const active = rules.filter((rule) => rule.isActive);
  const concepts = numberConcepts(active.flatMap(({ keywords, mode }) => keywords.map((text) => ({ text, mode }))));
  const searches = new Map<string, { search: Search; index: number }>();
  const indexOf = ({ mode, fields }: ScoringRule, keyword: string): number => {
    const places = [...new Set(fields)].toSorted();
    const key = JSON.stringify([mode, keyword, ...places]);
    const known = searches.get(key) ?? { search: { key, keyword, mode, fields: places }, index: searches.size };
    searches.set(key, known);
    return known.index;
  };

  const awards: Award[] = [];
  let keywordsBefore = 0;
  const regexes = active.flatMap(({ keywords, mode }) => (mode === "regex" ? keywords : []));
  const runnable = runnableRegexes(regexes).values();
  for (const rule of active) {
    const byConcept = new Map<number, Set<number>>();
    for (const [at, keyword] of rule.keywords.entries()) {
      if (rule.mode === "regex" && runnable.next().value === null) continue;
      const concept = rule.counting === "once" ? 0 : (concepts[keywordsBefore + at] ?? 0);
      const found = byConcept.get(concept) ?? new Set();
      byConcept.set(concept, found.add(indexOf(rule, keyword)));
    }
    keywordsBefore += rule.keywords.length;
    for (const found of byConcept.values()) awards.push({ searches: [...found], rule });
  }
  return { searches: [...searches.values()].map(({ search }) => search), awards };
}
