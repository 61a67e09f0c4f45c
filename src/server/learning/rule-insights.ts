import { scoreOf, type Decision, type TaughtRule } from "#server/learning/decision.ts";
import { wilsonInterval } from "#server/learning/wilson.ts";

/** What decisions say of one rule. */
export interface RuleInsight {
  ruleId: string;
  name: string;
  /** Decided leads it found, and the share of all decided ones that they are. */
  found: number;
  reach: number;
  /** Of those the share that was approved, with the interval in which the truth lies 19 times of 20; null of none. */
  precision: number | null;
  low: number;
  high: number;
  /** How many times the share of all decided leads that is; null where there is none. */
  lift: number | null;
  /** Approved leads that reach the threshold, and would not without its points. */
  decisive: number;
}

/** What decisions say of each active rule, in the order of the rules. */
export function ruleInsights(
  decisions: readonly Decision[],
  rules: readonly TaughtRule[],
  threshold: number,
): RuleInsight[] {
  const positives = decisions.filter(({ isPositive }) => isPositive).length;
  const counts = new Map<string, { found: number; approved: number; decisive: number }>();
  for (const { parts, isPositive } of decisions) {
    const reaches = isPositive && scoreOf({ parts }) >= threshold;
    const points = pointsByRule(parts);
    const sum = [...points.values()].reduce((total, each) => total + each, 0);
    for (const [ruleId, ofRule] of points) {
      const count = counts.get(ruleId) ?? { found: 0, approved: 0, decisive: 0 };
      counts.set(ruleId, count);
      count.found += 1;
      if (isPositive) count.approved += 1;
      if (reaches && sum - ofRule < threshold) count.decisive += 1;
    }
  }
  return rules
    .filter(({ isActive }) => isActive)
    .map(({ id, name }) => {
      const { found, approved, decisive } = counts.get(id) ?? { found: 0, approved: 0, decisive: 0 };
      const precision = found === 0 ? null : approved / found;
      return {
        ruleId: id,
        name,
        found,
        reach: decisions.length === 0 ? 0 : found / decisions.length,
        precision,
        ...wilsonInterval(approved, found),
        lift: precision === null || positives === 0 ? null : precision / (positives / decisions.length),
        decisive,
      };
    });
}

/** The points a lead has from each rule. */
function pointsByRule(parts: Decision["parts"]): Map<string, number> {
  const points = new Map<string, number>();
  for (const { ruleId, points: ofPart } of parts) points.set(ruleId, (points.get(ruleId) ?? 0) + ofPart);
  return points;
}
