import type { RuleContributions } from "#shared/contract/dashboard.ts";
import { formatCount } from "#web/format/number.ts";
import { leadCount } from "#web/screens/dashboard/figures/leads-over-time.ts";

type Rules = RuleContributions["rules"];

/** Those that earn their keep first: by the leads that qualify only through them, then by those that qualify, then by all. */
export function byWorth(rules: Rules): Rules {
  return rules.toSorted(
    (one, other) =>
      other.decisive - one.decisive ||
      other.qualified - one.qualified ||
      other.leads - one.leads ||
      one.name.localeCompare(other.name),
  );
}

/** The chart in words: "Intent decides most: 12 leads qualify only through it. 2 rules found nothing." */
export function rulesSentence(rules: Rules): string {
  const [best] = byWorth(rules);
  const idle = rules.filter(({ leads }) => leads === 0).length;
  if (best === undefined || idle === rules.length) return "No rule has found a lead yet.";
  const decides =
    best.decisive === 0
      ? "No rule alone decides whether a lead qualifies."
      : `${best.name} decides most: ${leadCount(best.decisive)} ${best.decisive === 1 ? "qualifies" : "qualify"} only through it.`;
  if (idle === 0) return decides;
  return `${decides} ${idle === 1 ? "1 rule" : `${formatCount(idle)} rules`} found nothing.`;
}
