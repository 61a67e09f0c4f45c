import { NewRule } from "#shared/contract/rule.ts";

/** Whether two rules have the same user-editable settings. */
export function sameRule(one: NewRule, other: NewRule): boolean {
  return ruleText(one) === ruleText(other);
}

/**
 * Compares an imported file with the current rules: rules only in the file, in both, and only here. Matches are one to
 * one.
 */
export function compareRules<K extends NewRule>(
  ofFile: readonly NewRule[],
  known: readonly K[],
): { news: NewRule[]; unchanged: K[]; others: K[] } {
  const byText = new Map<string, K[]>();
  for (const rule of known) byText.set(ruleText(rule), [...(byText.get(ruleText(rule)) ?? []), rule]);
  const unchanged = new Set<K>();
  const news = ofFile.filter((rule) => {
    const match = byText.get(ruleText(rule))?.shift();
    if (match !== undefined) unchanged.add(match);
    return match === undefined;
  });
  return { news, unchanged: [...unchanged], others: known.filter((rule) => !unchanged.has(rule)) };
}

/** Equal for equal rules. */
function ruleText(rule: NewRule): string {
  return JSON.stringify(Object.keys(NewRule.shape).map((field) => rule[field as keyof NewRule]));
}
