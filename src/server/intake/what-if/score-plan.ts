import { numberConcepts } from "#server/intake/keyword-concepts.ts";
import type { ScoringRule } from "#server/intake/ruleset.ts";
import type { RuleMode } from "#shared/contract/rule.ts";

/** A keyword as it is looked for; rules that look for the same in the same places share it. */
export interface Search {
  /** The same text for searches that find the same. */
  key: string;
  keyword: string;
  mode: RuleMode;
  fields: readonly string[];
}

/** What is given when any of these searches, by their index, finds something. */
export interface Award {
  searches: readonly number[];
  rule: ScoringRule;
}

/** A list of rules as what has to be found and what it gives; plain data, so that it can be sent to a thread. */
export interface ScorePlan {
  searches: readonly Search[];
  awards: readonly Award[];
}

/**
 * Takes the active rules apart. The sum of the awards of a lead, kept between 0 and 100, is the score that `scoreLead`
 * gives it: a rule gives its points for each of its concepts, or once where it counts once.
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
  for (const rule of active) {
    const byConcept = new Map<number, Set<number>>();
    for (const [at, keyword] of rule.keywords.entries()) {
      const concept = rule.counting === "once" ? 0 : (concepts[keywordsBefore + at] ?? 0);
      const found = byConcept.get(concept) ?? new Set();
      byConcept.set(concept, found.add(indexOf(rule, keyword)));
    }
    keywordsBefore += rule.keywords.length;
    for (const found of byConcept.values()) awards.push({ searches: [...found], rule });
  }
  return { searches: [...searches.values()].map(({ search }) => search), awards };
}
