import { inEnglish } from "#shared/counted.ts";
import type { RuleCheck } from "#shared/contract/rule.ts";
import { LIMITS } from "#shared/limits.ts";
import type { RuleRecord } from "#server/db/rules/rules.ts";
import { fieldChecks } from "#server/features/rules/check-rule-fields.ts";
import { checkKeywordsAside } from "#server/features/rules/check-keywords.ts";
import type { RuleCounting } from "#server/features/rules/rule-contributions.ts";
import type { Workspace } from "#server/workspace.ts";

const { leads: enoughLeads, always: nearlyAll, shown } = LIMITS.ruleChecks;

/**
 * Findings about the rules, in their order: keywords that match nothing or count twice, and, given enough leads, rules
 * that match none or nearly all. The former come from the current rules, the latter from the last count, unless a
 * rescore is running.
 */
export async function ruleChecks(
  { store }: Pick<Workspace, "store">,
  counting: Pick<RuleCounting, "read">,
): Promise<RuleCheck[]> {
  const [rules, fields, totals] = await Promise.all([
    store.rules.list(),
    store.leadFields.list(),
    store.leads.totals(),
  ]);
  const leads = Object.values(totals).reduce((sum, count) => sum + count, 0);
  const counts = leads < enoughLeads ? [] : (await counting.read()).rules;
  // During a rescore a new rule has no matches yet. Callers are notified when the new count is there.
  const { done, wanted } = await store.settings.rescoreState();
  const counted = done < wanted ? [] : reachChecks(rules, leads, counts);
  const place = new Map(rules.map(({ id }, index) => [id, index]));
  return [...counted, ...fieldChecks(rules, fields), ...(await checkKeywordsAside(rules))]
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
      return [{ ...common, kind: "dead", message: `“${name}” matches none of ${inEnglish(total)} leads.` }];
    }
    if (leads < total * nearlyAll) return [];
    const message = `“${name}” matches ${inEnglish(leads)} of ${inEnglish(total)} leads, so it barely tells them apart.`;
    return [{ ...common, kind: "always", message }];
  });
}
