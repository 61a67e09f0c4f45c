import type { Decision, TaughtRule } from "#server/insight/learning/decision.ts";
import { fitDense } from "#server/insight/learning/dense-fit.ts";
import { casesOf, penaltiesOf, vocabularyOf, type Example } from "#server/insight/learning/design.ts";
import { logOddsOf, sigmoid } from "#server/insight/learning/logistic.ts";
import { POINTS_UNIT, traitsOf, type TraitKind } from "#server/insight/learning/traits.ts";

/** The points a rule should have according to decisions, with the uncertainty. */
export interface TaughtWeight {
  ruleId: string;
  weight: number;
  /** The standard deviation, in points. */
  deviation: number;
}

export interface RuleFit {
  weights: Map<string, TaughtWeight>;
  /** Points per 1 of log-odds. */
  pointsPerLogOdds: number;
  /** How likely each decision was to be positive given its rules and circumstances, from 0 to 1. */
  probabilities: number[];
}

/** Traits to control for, so that a rule isn't credited for the source whose leads it matches. */
const KINDS: ReadonlySet<TraitKind> = new Set(["points", "rule", "source", "missing", "address"]);
const STRENGTH = 1;
/** Minimum log-odds per ten points: if points predicted almost nothing, every suggested change would be huge. */
const LEAST_WORTH = 0.25;

/**
 * Fits the points each rule should have: log-odds = a + b·points + Σ dᵣ·(keywords found by r) + circumstances. The
 * overall effect of points (b) is nearly free, while each rule is regularized to its current weight (dᵣ to 0), so that
 * only decisions move it. On the rules' scale its weight should be weight + dᵣ/b.
 */
export function fitRules(decisions: readonly Decision[], rules: readonly TaughtRule[]): RuleFit {
  const weightOf = new Map(rules.map(({ id, scoreWeight }) => [id, scoreWeight]));
  const examples: Example[] = decisions.map(({ id, isPositive, ...lead }) => ({
    id,
    isPositive,
    traits: traitsOf(lead, weightOf, []),
  }));
  const vocabulary = vocabularyOf(examples, KINDS);
  const cases = casesOf(examples, vocabulary);
  const penalties = penaltiesOf(vocabulary, STRENGTH);
  let { coefficients, variances } = fitDense(cases, penalties);
  const points = vocabulary.columns.get("points");
  let worth = points === undefined ? LEAST_WORTH : (coefficients[points] ?? 0);
  if (points !== undefined && worth < LEAST_WORTH) {
    const fixed = cases.map((each) => {
      const value = each.values[each.indices.indexOf(points)] ?? 0;
      const values = each.values.map((other, at) => (each.indices[at] === points ? 0 : other));
      return { ...each, values, offset: LEAST_WORTH * value };
    });
    ({ coefficients, variances } = fitDense(fixed, penalties));
    worth = LEAST_WORTH;
  }
  const pointsPerLogOdds = POINTS_UNIT / worth;
  const spread = variances();
  const weights = new Map<string, TaughtWeight>();
  for (const [index, { kind, of }] of vocabulary.traits.entries()) {
    const own = weightOf.get(of);
    if (kind !== "rule" || own === undefined) continue;
    const away = coefficients[index + 1] ?? 0;
    const deviation = Math.sqrt(spread[index + 1] ?? 1) * pointsPerLogOdds;
    weights.set(of, { ruleId: of, weight: own + away * pointsPerLogOdds, deviation });
  }
  return { weights, pointsPerLogOdds, probabilities: cases.map((each) => sigmoid(logOddsOf(each, coefficients))) };
}
