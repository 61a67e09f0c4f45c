import { LIMITS } from "#shared/limits.ts";
import { scoreOf, type Decision, type IsOrdinaryWord, type TaughtRule } from "#server/insight/learning/decision.ts";
import type { Example } from "#server/insight/learning/design.ts";
import { aucOf } from "#server/insight/learning/goodness.ts";
import { calibrated, learnFit, type HeldOut, type LearnedFit } from "#server/insight/learning/learned-fit.ts";
import { fitRules } from "#server/insight/learning/rule-fit.ts";
import type { RuleInsight } from "#shared/contract/learning.ts";
import { ruleInsights } from "#server/insight/learning/rule-insights.ts";
import type { Suggestion } from "#server/insight/learning/suggestion.ts";
import { suggestKeywords } from "#server/insight/learning/suggest-keywords.ts";
import { suggestRules } from "#server/insight/learning/suggest-rules.ts";
import { termsOf } from "#server/insight/learning/terms.ts";
import { traitsOf } from "#server/insight/learning/traits.ts";

/** The input for learning: decisions, newest first, and the current rules and threshold. */
export interface Teaching {
  decisions: readonly Decision[];
  rules: readonly TaughtRule[];
  threshold: number;
  isOrdinary: IsOrdinaryWord;
  /** Whether a rule already matches a folded word or phrase. */
  isLookedFor: (term: string) => boolean;
}

/** The results of learning. */
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
  /** How often an approved lead ranks above a rejected one, by held-out fits and by the rules. */
  auc: number;
  rulesAuc: number;
  heldOut: number;
  /** Whether it separates approved from rejected leads clearly better than the rules do. */
  isBetter: boolean;
}

/** Minimum AUC difference; with few decisions, smaller ones may be chance. */
const CLEARLY = 0.01;

/** Whether there are enough decisions to learn from, in total and of each kind. */
export function isEnoughToLearn(decisions: readonly Pick<Decision, "isPositive">[]): boolean {
  const { minimumDecisions, minimumOfEachKind } = LIMITS.learning;
  const positive = decisions.filter(({ isPositive }) => isPositive).length;
  return decisions.length >= minimumDecisions && Math.min(positive, decisions.length - positive) >= minimumOfEachKind;
}

/** Learns everything decisions can show. Deterministic. Takes seconds for thousands of decisions. */
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

/** Decisions with all traits used for learning. */
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
