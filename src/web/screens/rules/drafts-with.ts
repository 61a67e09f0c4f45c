import type { Rule, RuleDraft } from "#shared/contract/rule.ts";

/** The complete rule list with some rules changed; new ones are appended. */
export function draftsWith(rules: readonly Rule[], changes: readonly RuleDraft[]): RuleDraft[] {
  const changed = new Map(changes.flatMap((draft) => (draft.id === undefined ? [] : [[draft.id, draft] as const])));
  return [
    ...rules.map(({ createdAt: _createdAt, cost: _cost, version: _version, ...rule }) => changed.get(rule.id) ?? rule),
    ...changes.filter(({ id }) => id === undefined),
  ];
}
