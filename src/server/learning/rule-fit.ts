import type { Decision, TaughtRule } from "#server/learning/decision.ts";
import { casesOf, penaltiesOf, vocabularyOf, type Example } from "#server/learning/design.ts";
import { fitLogistic, logOddsOf, sigmoid } from "#server/learning/ridge-logistic.ts";
import { POINTS_UNIT, traitsOf, type TraitKind } from "#server/learning/traits.ts";

/** What a rule's points should be, by decisions alone, and how sure that is. */
export interface TaughtWeight {
  ruleId: string;
  weight: number;
  /** How far off that may be: its standard deviation, in points. */
  deviation: number;
}

export interface RuleFit {
  weights: Map<string, TaughtWeight>;
  /** Points that go with a log-odds of 1. */
  pointsPerLogOdds: number;
  /** How likely each decision was to be positive by its rules and circumstances, from 0 to 1. */
  probabilities: number[];
}

/** What rules are seen beside, so that a rule is not praised for the source whose leads it finds. */
const KINDS: ReadonlySet<TraitKind> = new Set(["points", "rule", "source", "missing", "address"]);
const STRENGTH = 1;
/** Rules whose points say next to nothing would make every change immense: ten points are worth no less than this. */
const LEAST_WORTH = 0.25;

/**
 * Fits what each rule's points should be: log-odds = a + b·points + Σ dᵣ·(keywords found by r) + circumstances. The rules'
 * points as a whole are free, and each rule is held to its own weight (dᵣ to 0), so that only decisions move it; on the
 * rules' scale it should have weight + dᵣ/b.
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
  let { coefficients, variances } = fitLogistic(cases, penalties);
  const points = vocabulary.columns.get("points");
  let worth = points === undefined ? LEAST_WORTH : (coefficients[points] ?? 0);
  if (points !== undefined && worth < LEAST_WORTH) {
    const fixed = cases.map((each) => {
      const value = each.values[each.indices.indexOf(points)] ?? 0;
      const values = each.values.map((other, at) => (each.indices[at] === points ? 0 : other));
      return { ...each, values, offset: LEAST_WORTH * value };
    });
    ({ coefficients, variances } = fitLogistic(fixed, penalties));
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
