import { ConditionMatcher } from "#server/pipeline/intake/keywords/condition-matcher.ts";
import { ExactMatcher } from "#server/pipeline/intake/keywords/exact-matcher.ts";
import { scopeOf, type FieldScope } from "#server/pipeline/intake/field-scope.ts";
import { numberConcepts } from "#server/pipeline/intake/keywords/keyword-concepts.ts";
import { KeywordMatcher, type IsOpen, type Occurrence } from "#server/pipeline/intake/keywords/keyword-matcher.ts";
import { piecesOf } from "#server/pipeline/intake/keywords/keyword-pattern.ts";
import { isEverywhere, textsEverywhere, type LeadText } from "#server/pipeline/intake/lead-text.ts";
import { RegexMatcher, type StepBudget } from "#server/pipeline/intake/keywords/regex-matcher.ts";
import type { Rule } from "#shared/contract/rule.ts";

/** The properties of a rule that affect scores. */
export interface ScoringRule extends Pick<
  Rule,
  "id" | "name" | "scoreWeight" | "isActive" | "mode" | "counting" | "halfLifeDays"
> {
  keywords: readonly string[];
  fields: readonly string[];
}

/** A rule's keyword and its first match: which text, and where in it (UTF-16 units). An empty field has no text. */
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
  /** Equal for keywords that differ only in case, accents, punctuation or plural. */
  concept: number;
}

const SORTED_BY_INSERTION = 40;

/** The active rules, prepared for matching. Building one takes milliseconds, so keep it until the rules change. */
export class Ruleset {
  /** Whether scores depend on a lead's age. */
  readonly fades: boolean;
  /** Whether any rule subtracts points. */
  readonly takesOff: boolean;
  /** Whether any rule looks at the quality of email addresses. */
  readonly asksQuality: boolean;
  /** Whether any rule looks at texts that a rule without fields doesn't search. */
  readonly #asksMore: boolean;
  readonly #keywords: readonly RuleKeyword[];
  readonly #words: KeywordMatcher;
  readonly #wholes: ExactMatcher;
  readonly #regexes: RegexMatcher;
  readonly #conditions: ConditionMatcher;
  readonly #isWordsOnly: boolean;
  readonly #isScoped: boolean;
  /** The call in which a concept was last found, and the rule it was found for. */
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
    this.#isWordsOnly = active.every(({ mode }) => ["words", "prefix", "phrase"].includes(mode));
    this.#isScoped = active.some(({ fields }) => fields.length > 0);
    this.asksQuality = active.some(({ fields }) => fields.includes("emailQuality"));
    this.#asksMore = active.some(({ fields }) => !fields.every(isEverywhere));
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
    this.#conditions = new ConditionMatcher(
      given.flatMap(({ rule, text, mode }, keyword) =>
        mode === "condition" ? [{ keyword, text, field: rule.fields[0] }] : [],
      ),
    );
    const conceptCount = concepts.reduce((most, concept) => Math.max(most, concept + 1), 0);
    this.#callOfConcept = new Int32Array(conceptCount);
    this.#ruleOfConcept = Array.from({ length: conceptCount });
  }

  /**
   * The keywords that count in the texts, in rule order. Within a rule each concept counts once, and only the first if
   * the rule counts once.
   */
  find(texts: readonly LeadText[]): KeywordHit[] {
    return this.#counting(sortByKeyword(this.#occurrences(texts)));
  }

  /** Whether scoring runs regular expressions. */
  get hasRegexes(): boolean {
    return !this.#regexes.isEmpty;
  }

  /** Whether the regular expressions can search the texts within the budget, which is charged if so. */
  fits(all: readonly LeadText[], budget: StepBudget): boolean {
    const texts = this.#searched(all);
    return (
      this.#regexes.isEmpty ||
      this.#regexes.fits(
        texts.map(({ text }) => text),
        this.#isOpenIn(texts),
        budget,
      )
    );
  }

  /** The keywords found in the texts, each once, by index among all keywords of the active rules. */
  occurring(texts: readonly LeadText[]): readonly Pick<Occurrence, "keyword">[] {
    return this.#occurrences(texts);
  }

  #searched(texts: readonly LeadText[]): readonly LeadText[] {
    return this.#asksMore ? texts : textsEverywhere(texts);
  }

  #occurrences(all: readonly LeadText[]): Occurrence[] {
    const texts = this.#searched(all);
    const isOpen = this.#isOpenIn(texts);
    const strings = texts.map(({ text }) => text);
    const found = this.#words.firstOccurrences(strings, isOpen);
    if (this.#isWordsOnly) return found;
    const wholes = this.#wholes.firstOccurrences(texts, isOpen);
    const regexes = this.#regexes.firstOccurrences(strings, isOpen);
    return [...found, ...wholes, ...regexes, ...this.#conditions.occurrences(texts)];
  }

  #isOpenIn(texts: readonly LeadText[]): IsOpen | null {
    if (!this.#isScoped) return null;
    return (keyword, text) => {
      const field = texts[text]?.field ?? "";
      return this.#keywords[keyword]?.scope?.has(field) ?? isEverywhere(field);
    };
  }

  #counting(occurrences: readonly Occurrence[]): KeywordHit[] {
    // Wraps to 32 bits like the array, since a long-lived process can exceed them.
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

/** Builds a ruleset; inactive rules are ignored. */
export function compileRuleset(rules: readonly ScoringRule[]): Ruleset {
  return new Ruleset(rules);
}

/** Sorts in place. Leads have about ten hits, for which the engine's own sort has more overhead than sorting takes. */
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
