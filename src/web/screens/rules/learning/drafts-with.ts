import type { Rule, RuleDraft } from "#shared/contract/rule.ts";

/** The whole list of rules as it would be with some of them changed; those without an id come behind. */
export function draftsWith(rules: readonly Rule[], changes: readonly RuleDraft[]): RuleDraft[] {
  const changed = new Map(changes.flatMap((draft) => (draft.id === undefined ? [] : [[draft.id, draft] as const])));
  return [
    ...rules.map(({ createdAt: _createdAt, ...rule }) => changed.get(rule.id) ?? rule),
    ...changes.filter(({ id }) => id === undefined),
  ];
}
