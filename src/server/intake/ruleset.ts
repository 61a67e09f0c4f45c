import { ExactMatcher } from "#server/intake/exact-matcher.ts";
import { scopeOf, type FieldScope } from "#server/intake/field-scope.ts";
import { numberConcepts } from "#server/intake/keyword-concepts.ts";
import { KeywordMatcher, type IsOpen, type Occurrence } from "#server/intake/keyword-matcher.ts";
import { piecesOf } from "#server/intake/keyword-pattern.ts";
import type { LeadText } from "#server/intake/lead-text.ts";
import { RegexMatcher } from "#server/intake/regex-matcher.ts";
import type { Rule } from "#shared/contract/rule.ts";

/** What of a rule decides scores. */
export interface ScoringRule extends Pick<
  Rule,
  "id" | "name" | "scoreWeight" | "isActive" | "mode" | "counting" | "halfLifeDays"
> {
  keywords: readonly string[];
  fields: readonly string[];
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
  scope: FieldScope | null;
  /** The same number for keywords that differ only in case, accents, punctuation or plural. */
  concept: number;
}

const SORTED_BY_INSERTION = 40;

/** The active rules, made ready for matching. Making one takes milliseconds: keep it until the rules change. */
export class Ruleset {
  /** Whether the age of a lead plays a part. */
  readonly fades: boolean;
  /** Whether a rule takes points off. */
  readonly takesOff: boolean;
  readonly #keywords: readonly RuleKeyword[];
  readonly #words: KeywordMatcher;
  readonly #wholes: ExactMatcher;
  readonly #regexes: RegexMatcher;
  readonly #isWordsOnly: boolean;
  readonly #isScoped: boolean;
  /** In which call a concept was found last, and for which rule. */
  readonly #callOfConcept: Int32Array;
  readonly #ruleOfConcept: (ScoringRule | undefined)[];
  #call = 0;

  constructor(rules: readonly ScoringRule[]) {
    const active = rules.filter((rule) => rule.isActive);
    const given = active.flatMap((rule) => rule.keywords.map((text) => ({ rule, text, mode: rule.mode })));
    const concepts = numberConcepts(given);
    const scopes = new Map(active.map((rule) => [rule, scopeOf(rule.fields)]));
    this.fades = active.some(({ halfLifeDays }) => halfLifeDays !== null);
    this.takesOff = active.some(({ scoreWeight }) => scoreWeight < 0);
    this.#isWordsOnly = active.every(({ mode }) => mode !== "exact" && mode !== "regex");
    this.#isScoped = active.some(({ fields }) => fields.length > 0);
    this.#keywords = given.map(({ rule, text }, index) => ({
      rule,
      text,
      scope: scopes.get(rule) ?? null,
      concept: concepts[index] ?? 0,
    }));
    const ofMode = (mode: Rule["mode"]): [number, string][] =>
      given.flatMap((each, index) => (each.mode === mode ? [[index, each.text]] : []));
    this.#words = new KeywordMatcher(given.map(({ text, mode }) => piecesOf(text, mode)));
    this.#wholes = new ExactMatcher(ofMode("exact"));
    this.#regexes = new RegexMatcher(ofMode("regex"));
    const conceptCount = concepts.reduce((most, concept) => Math.max(most, concept + 1), 0);
    this.#callOfConcept = new Int32Array(conceptCount);
    this.#ruleOfConcept = Array.from({ length: conceptCount });
  }

  /**
   * The keywords that count in the texts, in the order of the rules; within a rule one for each concept, and just the
   * first where the rule counts once.
   */
  find(texts: readonly LeadText[]): KeywordHit[] {
    return this.#counting(sortByKeyword(this.#occurrences(texts)));
  }

  /** The keywords that the texts hold, each once, by their place among all keywords of the active rules. */
  occurring(texts: readonly LeadText[]): readonly Pick<Occurrence, "keyword">[] {
    return this.#occurrences(texts);
  }

  #occurrences(texts: readonly LeadText[]): Occurrence[] {
    const isOpen: IsOpen | null = this.#isScoped
      ? (keyword, text) => this.#keywords[keyword]?.scope?.has(texts[text]?.field ?? "") ?? true
      : null;
    const strings = texts.map(({ text }) => text);
    const found = this.#words.firstOccurrences(strings, isOpen);
    if (this.#isWordsOnly) return found;
    const wholes = this.#wholes.firstOccurrences(texts, isOpen);
    return [...found, ...wholes, ...this.#regexes.firstOccurrences(strings, isOpen)];
  }

  #counting(occurrences: readonly Occurrence[]): KeywordHit[] {
    // As the array holds it: a process may live longer than 32 bits count.
    this.#call = (this.#call + 1) | 0;
    const hits: KeywordHit[] = [];
    for (const { keyword, text, start, end } of occurrences) {
      const of = this.#keywords[keyword];
      if (of === undefined || (of.rule.counting === "once" && hits.at(-1)?.rule === of.rule)) continue;
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

/** In place. Leads have some ten: handing so few to the engine's own sort takes longer than sorting them. */
function sortByKeyword(occurrences: Occurrence[]): Occurrence[] {
  if (occurrences.length > SORTED_BY_INSERTION) return occurrences.toSorted((a, b) => a.keyword - b.keyword);
  for (const [index, occurrence] of occurrences.entries()) {
    let at = index;
    for (let before = occurrences[at - 1]; before !== undefined && before.keyword > occurrence.keyword;) {
      occurrences[at] = before;
      at -= 1;
      before = occurrences[at - 1];
    }
    occurrences[at] = occurrence;
  }
  return occurrences;
}
