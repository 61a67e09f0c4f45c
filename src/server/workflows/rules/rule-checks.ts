import type { RuleCheck } from "#shared/contract/rule.ts";
import { LIMITS } from "#shared/limits.ts";
import type { RuleRecord } from "#server/store/types.ts";
import { checkKeywordsAside } from "#server/workflows/rules/check-keywords.ts";
import type { RuleCounting } from "#server/workflows/rules/rule-contributions.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const { leads: enoughLeads, always: nearlyAll, shown } = LIMITS.ruleChecks;

/**
 * What is worth a look about the rules, in their order: keywords that find nothing or are counted twice, and of enough
 * leads the rules that found none or nearly all. The first are read from the rules as they are now, the others from the
 * last count, unless leads are being scored again.
 */
export async function ruleChecks(
  { store }: Pick<Workspace, "store">,
  counting: Pick<RuleCounting, "read">,
): Promise<RuleCheck[]> {
  const [rules, totals] = await Promise.all([store.rules.list(), store.leads.totals()]);
  const leads = Object.values(totals).reduce((sum, count) => sum + count, 0);
  const counts = leads < enoughLeads ? [] : (await counting.read()).rules;
  // While leads are scored again a new rule has found none yet. Whoever asks is told when they are counted anew.
  const { done, wanted } = await store.settings.rescoreState();
  const counted = done < wanted ? [] : reachChecks(rules, leads, counts);
  const place = new Map(rules.map(({ id }, index) => [id, index]));
  return [...counted, ...(await checkKeywordsAside(rules))]
    .toSorted((a, b) => (place.get(a.ruleId) ?? 0) - (place.get(b.ruleId) ?? 0))
    .slice(0, shown);
}

function reachChecks(
  rules: readonly RuleRecord[],
  total: number,
  counts: readonly { ruleId: string; leads: number }[],
): RuleCheck[] {
  const found = new Map(counts.map(({ ruleId, leads }) => [ruleId, leads]));
  return rules.flatMap(({ id, name, isActive }): RuleCheck[] => {
    const leads = found.get(id);
    if (!isActive || leads === undefined) return [];
    const common = { ruleId: id, otherRuleId: null, keyword: null };
    if (leads === 0) {
      return [{ ...common, kind: "dead", message: `“${name}” has found none of ${total} leads.` }];
    }
    if (leads < total * nearlyAll) return [];
    const message = `“${name}” has found ${leads} of ${total} leads, so it tells hardly any from another.`;
    return [{ ...common, kind: "always", message }];
  });
}
