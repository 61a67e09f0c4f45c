import type { RuleContributions } from "#shared/contract/dashboard.ts";
import { formatCounted } from "#web/format/number.ts";

type Rules = RuleContributions["rules"];

/** Most valuable first: by leads that qualify only through the rule, then qualified leads, then all. */
export function byWorth(rules: Rules): Rules {
  return rules.toSorted(
    (one, other) =>
      other.decisive - one.decisive ||
      other.qualified - one.qualified ||
      other.leads - one.leads ||
      one.name.localeCompare(other.name),
  );
}

/** Describes the chart: "Intent matters most: 12 leads qualify only by this rule. 2 rules match no leads." */
export function rulesSentence(rules: Rules): string {
  const [best] = byWorth(rules);
  const idle = rules.filter(({ leads }) => leads === 0).length;
  if (best === undefined || idle === rules.length) return "No rule matches a lead yet.";
  const decides =
    best.decisive === 0
      ? "No lead qualifies only by one rule."
      : `${best.name} matters most: ${formatCounted(best.decisive, "lead")} ${best.decisive === 1 ? "qualifies" : "qualify"} only by this rule.`;
  if (idle === 0) return decides;
  return `${decides} ${formatCounted(idle, "rule matches", "rules match")} no leads.`;
}
