import { NewRule } from "#shared/contract/rule.ts";

/** Whether two rules are the same in all that a person sets. */
export function sameRule(one: NewRule, other: NewRule): boolean {
  return ruleText(one) === ruleText(other);
}

/** A text that is equal for rules that are the same. */
export function ruleText(rule: NewRule): string {
  return JSON.stringify(Object.keys(NewRule.shape).map((field) => rule[field as keyof NewRule]));
}
