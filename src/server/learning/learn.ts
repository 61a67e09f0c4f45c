import { LIMITS } from "#shared/limits.ts";
import { scoreOf, type Decision, type IsOrdinaryWord, type TaughtRule } from "#server/learning/decision.ts";
import type { Example } from "#server/learning/design.ts";
import { aucOf } from "#server/learning/goodness.ts";
import { calibrated, learnFit, type HeldOut, type LearnedFit } from "#server/learning/learned-fit.ts";
import { fitRules } from "#server/learning/rule-fit.ts";
import { ruleInsights, type RuleInsight } from "#server/learning/rule-insights.ts";
import type { Suggestion } from "#server/learning/suggestion.ts";
import { suggestKeywords } from "#server/learning/suggest-keywords.ts";
import { suggestRules } from "#server/learning/suggest-rules.ts";
import { termsOf } from "#server/learning/terms.ts";
import { traitsOf } from "#server/learning/traits.ts";

/** What is learned from: decisions, newest first, and the rules and threshold that hold. */
export interface Teaching {
  decisions: readonly Decision[];
  rules: readonly TaughtRule[];
  threshold: number;
  isOrdinary: IsOrdinaryWord;
  /** Whether a rule would find a folded word or phrase. */
  isLookedFor: (term: string) => boolean;
}

/** What decisions taught. */
export interface Lesson {
  positive: number;
  negative: number;
  rules: RuleInsight[];
  /** Null until there are enough decisions of both kinds. */
  learned: LearnedScore | null;
  suggestions: Suggestion[];
}

export interface LearnedScore {
  fit: LearnedFit;
  /** How often an approved lead is placed above a rejected one: by fits that did not know them, and by the rules. */
  auc: number;
  rulesAuc: number;
  heldOut: number;
  /** Whether it tells approved from rejected clearly better than the rules do. */
  isBetter: boolean;
}

/** By less than this one AUC is not better than another: chance among few decisions. */
const CLEARLY = 0.01;

/** Whether decisions are enough to learn from, and enough of each kind. */
export function isEnoughToLearn(decisions: readonly Pick<Decision, "isPositive">[]): boolean {
  const { minimumDecisions, minimumOfEachKind } = LIMITS.learning;
  const positive = decisions.filter(({ isPositive }) => isPositive).length;
  return decisions.length >= minimumDecisions && Math.min(positive, decisions.length - positive) >= minimumOfEachKind;
}

/** Learns from decisions all that can be. The same teaching gives the same lesson. Takes seconds of thousands. */
export function learn({ decisions, rules, threshold, isOrdinary, isLookedFor }: Teaching): Lesson {
  const positive = decisions.filter(({ isPositive }) => isPositive).length;
  const counts = { positive, negative: decisions.length - positive };
  const insights = ruleInsights(decisions, rules, threshold);
  if (!isEnoughToLearn(decisions)) return { ...counts, rules: insights, learned: null, suggestions: [] };
  const terms = decisions.map((decision) => termsOf(decision, isOrdinary));
  const fit = fitRules(decisions, rules);
  const keywords = suggestKeywords(decisions, terms, rules, fit, isLookedFor);
  return {
    ...counts,
    rules: insights,
    learned: learnScore(examplesOf(decisions, rules, terms), decisions),
    suggestions: [...suggestRules(decisions, rules, fit), ...keywords],
  };
}

/** Decisions with all that is learned from them. */
export function examplesOf(
  decisions: readonly Decision[],
  rules: readonly TaughtRule[],
  terms: readonly ReadonlySet<string>[],
): Example[] {
  const weights = new Map(rules.map(({ id, scoreWeight }) => [id, scoreWeight]));
  return decisions.map((decision, index) => ({
    id: decision.id,
    isPositive: decision.isPositive,
    traits: traitsOf(decision, weights, terms[index] ?? []),
  }));
}

function learnScore(examples: readonly Example[], decisions: readonly Decision[]): LearnedScore {
  const { fit, heldOut } = learnFit(examples);
  const auc = aucOf(heldOut.map((each: HeldOut) => ({ said: calibrated(each.logOdds, fit.calibration), ...each })));
  const rulesAuc = aucOf(decisions.map((decision) => ({ said: scoreOf(decision), isPositive: decision.isPositive })));
  return { fit, auc, rulesAuc, heldOut: heldOut.length, isBetter: auc >= rulesAuc + CLEARLY };
}
