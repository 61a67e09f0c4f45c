import type { Rule } from "#shared/contract/rule.ts";
import { ruleCosts } from "#server/pipeline/intake/rule-cost.ts";
import { withVersion } from "#server/features/journal/act.ts";
import type { RuleRecord } from "#server/db/rules/rules.ts";

/** All rules as in the contract, each with its cost and version. */
export function withCosts(rules: readonly RuleRecord[]): Rule[] {
  const costs = ruleCosts(rules);
  return rules.map((rule, at) => ({ ...withVersion("rule", rule), cost: costs[at] ?? "low" }));
}
