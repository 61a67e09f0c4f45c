import { NewRule } from "#shared/contract/rule.ts";

/** Whether two rules are the same in all that a person sets. */
export function sameRule(one: NewRule, other: NewRule): boolean {
  return ruleText(one) === ruleText(other);
}

/**
 * What importing the rules of a file would do: those of the file that are new, and the known rules that are in it and
 * that are not. Each rule equals at most one other.
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

/** A text that is equal for rules that are the same. */
function ruleText(rule: NewRule): string {
  return JSON.stringify(Object.keys(NewRule.shape).map((field) => rule[field as keyof NewRule]));
}
