import type { RuleInsight } from "#shared/contract/learning.ts";
import { scoreOf, type Decision, type TaughtRule } from "#server/insight/learning/decision.ts";
import { wilsonInterval } from "#server/insight/learning/wilson.ts";

/** Statistics of each active rule, in the order of the rules. */
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
